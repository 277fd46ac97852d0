import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

const starts = [
  { area: 'payments', icon: 'receipt', to: '/payments' },
  { area: 'bank', icon: 'download', to: '/bank' },
  { area: 'counter', icon: 'heart', to: '/counter' },
  { area: 'walk-in', icon: 'lamp', to: '/walk-in' },
  { area: 'pages', icon: 'page', to: '/pages' },
  { area: 'events', icon: 'calendar', to: '/events' },
  { area: 'offerings', icon: 'lamp', to: '/offerings' },
  { area: 'banners', icon: 'picture', to: '/banners' },
  { area: 'members', icon: 'user', to: '/members' },
  { area: 'staff', icon: 'info', to: '/staff' },
  { area: 'settings', icon: 'edit', to: '/settings' },
  { area: 'audit', icon: 'search', to: '/audit' },
] as const satisfies readonly { area: string; icon: IconName; to: string }[]

/** Where one's work begins most often: four tiles at most for one role, six for the administrator. */
export function StartSomething({ areas, isNew }: { areas: readonly string[]; isNew: boolean }) {
  const t = useT()
  const all = starts.filter(({ area }) => areas.includes(area))
  const own = all.length > 8 ? all.slice(-6) : all.slice(0, 4)
  return (
    <section>
      <h2 className="mb-3 text-xl">{t(isNew ? 'today.can-do' : 'today.start')}</h2>
      <ul className="grid grid-cols-2 gap-3">
        {own.map(({ area, icon, to }) => (
          <li key={area}>
            <Link href={to} className="card flex h-full min-h-24 flex-col gap-2 p-4 font-bold hover:bg-gold-1">
              <Icon name={icon} className="text-cinnabar" />
              {t(`today.start-${area}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
