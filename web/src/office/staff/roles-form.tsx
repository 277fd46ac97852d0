import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { useFieldErrors } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { guarded } from '../kit/session-gate.ts'
import { InvitationGiven } from './invitation-given.tsx'
import { WayChoice } from './new-staff.tsx'
import { RoleBoxes } from './role-boxes.tsx'
import type { Invitation, Way } from './staff-queries.ts'
import { refresh } from '../kit/refresh.ts'

type Props = {
  person: { id: string; name: string; roles: readonly string[] }
  /** A member without a role yet: an invitation to a longer password goes out. */
  fresh?: boolean
  onClose: () => void
}

/** Changes what somebody may do in the office. */
export function RolesForm({ person, fresh = false, onClose }: Props) {
  const t = useT()
  const client = useQueryClient()
  const [roles, setRoles] = useState<string[]>([...person.roles])
  const [send, setSend] = useState<Way>('sms')
  const [wrong, setWrong] = useFieldErrors()
  const [made, setMade] = useState<Invitation>()
  const call = useApi(() =>
    guarded(() =>
      api.put('/api/admin/staff/{id}/roles', {
        params: { id: person.id },
        body: { roles, ...(fresh && { send }) },
      }),
    ),
  )
  if (made) return <InvitationGiven name={person.name} invitation={made} onClose={onClose} />

  async function save(event: FormEvent) {
    event.preventDefault()
    if (fresh && roles.length === 0) return setWrong([{ field: 'roles', key: 'office.staff-roles-none' }])
    const result = await call.run(undefined)
    if (result?.status !== 200) {
      const errors = fieldErrors(result)
      setWrong(errors)
      if (errors.length === 0) toastFailure(result)
      return
    }
    await refresh(client, 'staff')
    if (fresh) return setMade(result.value)
    toast({ text: 'office.staff-roles-done', params: { name: person.name }, type: 'success' })
    onClose()
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="space-y-4">
      <p>{t('office.staff-roles-text', { name: person.name })}</p>
      <RoleBoxes value={roles} onChange={setRoles} error={wrong.roles} />
      {fresh && <WayChoice value={send} onChange={setSend} error={wrong.send ?? wrong.email ?? wrong.mobile} />}
      <div className="flex flex-wrap justify-end gap-3 pt-1">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" pending={call.pending}>
          {t('office.staff-roles-change')}
        </Button>
      </div>
    </form>
  )
}
