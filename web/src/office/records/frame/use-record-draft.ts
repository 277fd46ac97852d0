import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { newAttempts } from '../../../api/attempt.ts'
import { fieldErrors, mayRetry } from '../../../api/result.ts'
import { DraftKeeper, type SavedField } from '../../kit/draft/keeper.ts'
import { keepUnsaved } from '../../kit/draft/unsaved-store.ts'
import { useKeptDraft } from '../../kit/draft/use-kept-draft.ts'
import { guarded } from '../../kit/session/session-gate.ts'
import type { Detail, Summary } from '../record-queries.ts'

/** Callbacks of a save, besides the saved fields. */
export type AfterSave = {
  record: Summary
  debt: Detail['debt']
  rev: number
  removed: { field: string; what: string[] }[]
}

type Told = {
  saved: (after: AfterSave) => void
  replaced: (field: string, value: string) => void
}

/** The fields of a record on the server. An emptied field is included, because the next change needs its revision. */
export function savedFields({ fields, revs }: Pick<Detail, 'fields' | 'revs'>): Record<string, SavedField> {
  return Object.fromEntries(
    Object.keys({ ...revs, ...fields }).map((name) => [name, { value: fields[name] ?? '', rev: revs[name]?.rev ?? 0 }]),
  )
}

function keeperOf(detail: Detail, userId: string, told: Told): DraftKeeper {
  const { id } = detail.record
  const attempts = newAttempts()
  return new DraftKeeper(savedFields(detail), {
    now: Date.now,
    replaced: told.replaced,
    keep: (unsaved) => keepUnsaved(userId, id, unsaved),
    async send(fields) {
      const body = { fields }
      const result = await guarded(() =>
        api.patch('/api/admin/record/{id}', { params: { id }, body, idempotencyKey: attempts.keyFor(body) }),
      )
      if (result.status === 500 || mayRetry(result)) throw new Error('not saved')
      if (result.status !== 401) attempts.done(body)
      if (result.status === 400)
        return {
          kind: 'refused',
          errors: Object.fromEntries(fieldErrors(result).map(({ field, title }) => [field, title])),
        }
      if (result.status !== 200) return { kind: 'gone' }
      const { value } = result
      told.saved({ record: value.record, debt: value.debt, rev: value.rev, removed: value.removed })
      return {
        kind: 'saved',
        revs: Object.fromEntries(Object.entries(value.revs).map(([name, { rev }]) => [name, rev])),
        conflicts: value.conflicts.map(({ field, theirs, rev, by, at }) => ({ field, theirs, rev, by: by.name, at })),
      }
    },
  })
}

/** The draft of a record while its page is open: input, save state, and unsaved input of an earlier visit. */
export function useRecordDraft(detail: Detail, userId: string, told: Told) {
  const [keeper] = useState(() => keeperOf(detail, userId, told))
  return { keeper, ...useKeptDraft(keeper, userId, detail.record.id) }
}
