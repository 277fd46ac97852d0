import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { ApiResult } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { InvitationGiven } from './invitation-given.tsx'
import { WayChoice } from './new-staff.tsx'
import type { Act } from './staff-card.tsx'
import type { Invitation, StaffMember, Way } from './staff-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

type Call = { params: { id: string }; idempotencyKey: string }
type Props = { act: Exclude<Act, 'roles'>; member: StaffMember; onClose: () => void }

/** Asks for confirmation before an action on a colleague's account. */
export function StaffQuestion({ act, member, onClose }: Props) {
  const t = useT()
  const { id, name } = member
  const [send, setSend] = useState<Way>(member.email ? 'mail' : 'link')
  const [made, setMade] = useState<Invitation>()
  const calls: Record<Props['act'], (call: Call) => Promise<ApiResult<unknown>>> = {
    invite: async (call) => {
      const result = await api.post('/api/admin/staff/{id}/invite', { ...call, body: { send } })
      if (result.status === 200) setMade(result.value)
      return result
    },
    remind: (call) => api.post('/api/admin/staff/{id}/remind', call),
    disable: (call) => api.post('/api/admin/staff/{id}/disable', call),
    enable: (call) => api.post('/api/admin/staff/{id}/enable', call),
    reset: (call) => api.post('/api/admin/staff/{id}/reset-factor', call),
  }
  const question = useActOnce(
    (_, idempotencyKey) => calls[act]({ params: { id }, idempotencyKey }),
    () => {
      if (act === 'invite') return
      toast({ text: `staff.staff-${act}-done`, params: { name }, type: 'success' })
      onClose()
    },
    'staff',
  )
  if (made) return <InvitationGiven name={name} invitation={made} onClose={onClose} />

  return (
    <div className="space-y-4">
      {act === 'invite' && <WayChoice value={send} onChange={setSend} />}
      {act !== 'invite' && <p>{t(`staff.staff-${act}-text`, { name })}</p>}
      <DialogButtons
        label={t(`staff.staff-${act}`)}
        kind={act === 'disable' || act === 'reset' ? 'danger' : 'primary'}
        act={question}
        onPress={() => void question.send()}
        onClose={onClose}
        className="pt-2"
      />
    </div>
  )
}
