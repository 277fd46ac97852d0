import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

const starts = [
  { area: 'payments', icon: 'receipt', to: '/payments' },
  { area: 'bank', icon: 'bank', to: '/bank' },
  { area: 'accounts', icon: 'chart', to: '/accounts' },
  { area: 'counter', icon: 'cash', to: '/counter' },
  { area: 'walk-in', icon: 'lamp', to: '/walk-in' },
  { area: 'orders', icon: 'search', to: '/orders' },
  { area: 'members', icon: 'user', to: '/members' },
  { area: 'pages', icon: 'page', to: '/pages' },
  { area: 'events', icon: 'calendar', to: '/events' },
  // Other roles may view lists; only those that may change them get this tile.
  { area: 'ceremonies', icon: 'bell', to: '/ceremonies', needs: 'print' },
  { area: 'halls', icon: 'hall', to: '/halls', needs: 'print' },
  { area: 'print', icon: 'print', to: '/print' },
  { area: 'offerings', icon: 'lamp', to: '/offerings' },
  { area: 'banners', icon: 'banner', to: '/banners' },
  { area: 'staff', icon: 'people', to: '/staff' },
  { area: 'imports', icon: 'table', to: '/imports/new' },
  { area: 'settings', icon: 'sliders', to: '/settings' },
  { area: 'audit', icon: 'history', to: '/audit' },
] as const satisfies readonly { area: string; icon: IconName; to: string; needs?: string }[]

/** What only an administrator does, and what any user may ask an administrator for. */
const ofAdmin = ['walk-in', 'members', 'staff', 'imports', 'settings', 'audit']

/** Shortcuts to the most frequent tasks: at most four tiles for one role, six for the administrator. */
export function StartSomething({ areas, isNew }: { areas: readonly string[]; isNew: boolean }) {
  const t = useT()
  const all = starts.filter((one) => areas.includes('needs' in one ? one.needs : one.area))
  const own = areas.includes('audit') ? all.filter(({ area }) => ofAdmin.includes(area)) : all.slice(0, 4)
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
