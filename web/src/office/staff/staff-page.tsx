import type { MessageKey } from '../../i18n/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import type { StaffUser } from '../kit/session/session.tsx'
import { MemberRole } from './member-role.tsx'
import { NewStaff } from './new-staff.tsx'
import { RolesForm } from './roles-form.tsx'
import { StaffCard, type Act } from './staff-card.tsx'
import { StaffQuestion } from './staff-question.tsx'
import { staffQuery, type StaffMember } from './staff-queries.ts'

type Open = { what: 'new' } | { what: 'member' } | { what: Act; member: StaffMember }

const titles = {
  new: 'staff.add',
  member: 'staff.member',
  roles: 'staff.roles-change',
  invite: 'staff.staff-invite',
  remind: 'staff.staff-remind',
  disable: 'staff.staff-disable',
  enable: 'staff.staff-enable',
  reset: 'staff.staff-reset',
} satisfies Record<Open['what'], MessageKey>

/** The office accounts: creating, changing, disabling and enabling. */
export function StaffPage({ user }: { user: Pick<StaffUser, 'id'> }) {
  const t = useT()
  const [open, setOpen] = useState<Open>()
  const list = useQuery(staffQuery)
  const close = () => setOpen(undefined)
  return (
    <>
      <PageTop title={t('office.area-staff')} text={t('staff.text')} />
      <p className="mb-5 flex flex-wrap gap-3">
        <Button kind="primary" icon="plus" onClick={() => setOpen({ what: 'new' })}>
          {t('staff.add')}
        </Button>
        <Button icon="user" onClick={() => setOpen({ what: 'member' })}>
          {t('staff.member')}
        </Button>
      </p>
      <Loaded query={list}>
        {({ staff }) => (
          <ul className="space-y-4">
            {staff.map((member) => (
              <li key={member.id}>
                <StaffCard member={member} self={member.id === user.id} onAct={(what) => setOpen({ what, member })} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Dialog open={open !== undefined} onClose={close} title={open ? t(titles[open.what]) : ''}>
        {open && <Inside open={open} onClose={close} />}
      </Dialog>
    </>
  )
}

function Inside({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open.what === 'new') return <NewStaff onClose={onClose} />
  if (open.what === 'member') return <MemberRole onClose={onClose} />
  if (open.what === 'roles') return <RolesForm person={open.member} onClose={onClose} />
  return <StaffQuestion act={open.what} member={open.member} onClose={onClose} />
}
