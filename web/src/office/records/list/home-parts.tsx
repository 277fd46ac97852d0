import { Link } from 'wouter'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'

// In the order of the home page.
const parts: readonly { part: 'banners' | 'offerings' | 'events' | 'contact' | 'words'; icon: IconName; to: string }[] =
  [
    { part: 'banners', icon: 'banner', to: '/banners' },
    { part: 'offerings', icon: 'lamp', to: '/offerings' },
    { part: 'events', icon: 'calendar', to: '/events' },
    { part: 'contact', icon: 'pin', to: '/contact' },
    { part: 'words', icon: 'words', to: '/words?q=home.' },
  ]

/** The home page is not a record itself: links to where each of its parts is edited. */
export function HomeParts() {
  const t = useT()
  const locale = useLocale()
  return (
    <nav aria-labelledby="home-parts" className="card mb-4 flex flex-wrap items-center gap-x-6 px-5 py-1">
      <b id="home-parts">{t('records.home')}</b>
      {parts.map(({ part, icon, to }) => (
        <Link key={part} href={to} className="link touch gap-2">
          <Icon name={icon} size={20} />
          {t(`records.home-${part}`)}
        </Link>
      ))}
      <a href={locale === 'zh' ? '/zh' : '/'} target="_blank" rel="noreferrer" className="link touch gap-2">
        <Icon name="outside" size={20} />
        {t('records.home-look')}
      </a>
    </nav>
  )
}
