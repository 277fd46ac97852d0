import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../../ui/toast-store.ts'
import { refresh } from '../../kit/query/refresh.ts'
import { recordOf, type Detail } from '../record-queries.ts'
import { usePresence } from './use-presence.ts'
import { savedFields, useRecordDraft } from './use-record-draft.ts'

/** The draft of an open record, its state, and who else is in it. `field` is the one with the cursor. */
export function useRecordWork(
  detail: Detail,
  userId: string,
  field: string,
  onReplaced: (field: string, value: string) => void = () => undefined,
) {
  const client = useQueryClient()
  const [record, setRecord] = useState(detail.record)
  const [debt, setDebt] = useState(detail.debt)
  const [rev, setRev] = useState(detail.rev)
  const [live, setLive] = useState(detail.live)
  const others = usePresence(record.id, field, detail.others).filter((one) => one.id !== userId)
  const draft = useRecordDraft(detail, userId, {
    saved: (after) => {
      setRecord(after.record)
      setDebt(after.debt)
      setRev(after.rev)
      if (after.removed.length > 0) toast({ text: 'records.cleaned', duration: 8_000 })
    },
    replaced: onReplaced,
  })
  /** Reloads the record after an act that changed more than the typed fields. */
  const renew = async () => {
    const fresh = await client.fetchQuery({ ...recordOf(record.id), staleTime: 0 })
    setRecord(fresh.record)
    setDebt(fresh.debt)
    setRev((known) => Math.max(known, fresh.rev)) // it may have been read before the last save
    setLive(fresh.live)
    draft.keeper.renew(savedFields(fresh))
    await refresh(client, 'records')
  }
  return { ...draft, record, debt, rev, live, others, field, userId, limits: detail.limits, renew }
}

export type RecordWork = ReturnType<typeof useRecordWork>
