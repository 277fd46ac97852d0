import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { toast } from '../../ui/toast-store.ts'
import { InvitationGiven } from './invitation-given.tsx'
import { WayChoice } from './new-staff.tsx'
import { RoleBoxes } from './role-boxes.tsx'
import type { Invitation, Way } from './staff-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

type Props = {
  person: { id: string; name: string; roles: readonly string[] }
  /** A member without a role yet, who will be invited to set a stronger password. */
  fresh?: boolean
  onClose: () => void
}

/** Changes the office roles of an account. */
export function RolesForm({ person, fresh = false, onClose }: Props) {
  const t = useT()
  const [made, setMade] = useState<Invitation>()
  const before: { roles: string[]; send: Way } = { roles: [...person.roles], send: 'sms' }
  const form = useOfficeForm(
    {
      initial: before,
      check: ({ roles }) => (fresh && roles.length === 0 ? [{ id: 'roles', key: 'staff.roles-none' }] : []),
      send: ({ roles, send }) =>
        api.put('/api/admin/staff/{id}/roles', {
          params: { id: person.id },
          body: { roles, ...(fresh && { send }) },
        }),
      // An error of the e-mail address or number is shown at the choice of how to invite.
      control: (field) => (field === 'email' || field === 'mobile' ? 'send' : field),
      done: (invitation) => {
        if (fresh) return setMade(invitation)
        toast({ text: 'staff.roles-done', params: { name: person.name }, type: 'success' })
        onClose()
      },
    },
    'staff',
  )
  if (made) return <InvitationGiven name={person.name} invitation={made} onClose={onClose} />

  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4">
      <p>{t('staff.roles-text', { name: person.name })}</p>
      <RoleBoxes value={form.values.roles} onChange={(roles) => form.set({ roles })} error={form.errorOf('roles')} />
      {fresh && (
        <WayChoice value={form.values.send} onChange={(send) => form.set({ send })} error={form.errorOf('send')} />
      )}
      <DialogButtons label={t('staff.roles-change')} act={form} onClose={onClose} className="pt-1" />
    </form>
  )
}
