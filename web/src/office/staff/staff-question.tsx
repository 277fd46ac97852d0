import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { ApiResult } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { useAct } from '../../forms/use-act.ts'
import { toast } from '../../ui/toast-store.ts'
import { guarded } from '../kit/session/session-gate.ts'
import { InvitationGiven } from './invitation-given.tsx'
import { WayChoice } from './new-staff.tsx'
import type { Act } from './staff-card.tsx'
import type { Invitation, StaffMember, Way } from './staff-queries.ts'
import { refresh } from '../kit/query/refresh.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

type Props = { act: Exclude<Act, 'roles'>; member: StaffMember; onClose: () => void }

/** Asks for confirmation before an action on a colleague's account. */
export function StaffQuestion({ act, member, onClose }: Props) {
  const t = useT()
  const client = useQueryClient()
  const { id, name } = member
  const [send, setSend] = useState<Way>(member.email ? 'mail' : 'link')
  const [made, setMade] = useState<Invitation>()
  const params = { id }
  const calls: Record<Props['act'], () => Promise<ApiResult<unknown>>> = {
    invite: async () => {
      const result = await api.post('/api/admin/staff/{id}/invite', { params, body: { send } })
      if (result.status === 200) setMade(result.value)
      return result
    },
    remind: () => api.post('/api/admin/staff/{id}/remind', { params }),
    disable: () => api.post('/api/admin/staff/{id}/disable', { params }),
    enable: () => api.post('/api/admin/staff/{id}/enable', { params }),
    reset: () => api.post('/api/admin/staff/{id}/reset-factor', { params }),
  }
  const question = useAct(
    () => guarded(calls[act]),
    async () => {
      await refresh(client, 'staff')
      if (act === 'invite') return
      toast({ text: `office.staff-${act}-done`, params: { name }, type: 'success' })
      onClose()
    },
  )
  if (made) return <InvitationGiven name={name} invitation={made} onClose={onClose} />

  return (
    <div className="space-y-4">
      {act === 'invite' && <WayChoice value={send} onChange={setSend} />}
      {act !== 'invite' && <p>{t(`office.staff-${act}-text`, { name })}</p>}
      <DialogButtons
        label={t(`office.staff-${act}`)}
        kind={act === 'disable' || act === 'reset' ? 'danger' : 'primary'}
        act={question}
        onPress={() => void question.send()}
        onClose={onClose}
        className="pt-2"
      />
    </div>
  )
}
