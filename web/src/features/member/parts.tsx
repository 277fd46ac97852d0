import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { Icon } from '../../ui/icon.tsx'

const parts = [
  { to: 'member-profile-invoices', icon: 'receipt', key: 'invoices', member: false },
  { to: 'member-profile-lamps', icon: 'pin', key: 'lamps', member: true },
  { to: 'member-profile-subscriptions', icon: 'lamp', key: 'subscriptions', member: true },
  { to: 'member-profile-family', icon: 'heart', key: 'family', member: true },
  { to: 'member-profile-security', icon: 'phone', key: 'security', member: false },
  { to: 'member-profile-data', icon: 'download', key: 'data', member: false },
] as const

/** Links to the parts of a member's pages, each with a description. Some need a member record. */
export function Parts(props: { member: boolean }) {
  const t = useT()
  return (
    <nav aria-label={t('common.account')}>
      <ul className="grid gap-4 sm:grid-cols-2">
        {parts
          .filter((part) => props.member || !part.member)
          .map(({ to, icon, key }) => (
            <li key={key}>
              <Link to={to} className="card flex h-full items-center gap-4 p-5 transition hover:shadow-lift">
                <span className="grid h-14 w-14 shrink-0 place-items-center rounded-2xl bg-cinnabar-1 text-cinnabar">
                  <Icon name={icon} size={30} />
                </span>
                <span>
                  <span className="block text-lg font-bold">{t(`profile.${key}`)}</span>
                  <span className="block text-sm text-ink-2">{t(`profile.${key}-text`)}</span>
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
