import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { staffRolesOf, type StaffRole } from '../kit/session/roles.ts'
import { OtherLanguage } from './other-language.tsx'

/** Where a role can look around without changing anything. Editors have a practice page instead. */
const ways: Record<StaffRole, string> = {
  counter: '/walk-in',
  treasurer: '/accounts',
  editor: '/pages',
  ritual: '/print',
  admin: '/audit',
}

/** What each of the user's roles is for, and what can be tried safely. */
export function FirstTries(props: { roles: readonly string[]; practice: boolean }) {
  const t = useT()
  return (
    <section className="mb-6 rounded-card bg-gold-1 p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-xl">{t('today.roles')}</h2>
        {!props.practice && <OtherLanguage />}
      </div>
      <ul className="space-y-3">
        {staffRolesOf(props.roles).map((role) => (
          <li key={role} className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-card p-4">
            <div className="min-w-0 grow basis-56">
              <h3 className="font-sans font-bold">{t(`today.role-${role}`)}</h3>
              <p className="text-ink-2">
                {t(role === 'editor' && props.practice ? 'today.try-practice' : `today.try-${role}`)}
              </p>
            </div>
            {!(role === 'editor' && props.practice) && (
              <Link href={ways[role]} className={buttonClass('plain')}>
                {t(`today.try-${role}-go`)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
