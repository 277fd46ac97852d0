import { useT } from '../i18n/context.tsx'
import { useHref } from '../site/router/href.ts'
import { Link } from '../site/router/link.tsx'
import { useNavigate } from '../site/router/navigation.ts'
import { useWritten } from '../site/router/use-written.ts'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { Picture } from '../ui/art/picture.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

const ways = [
  ['home', 'common.home', 'home'],
  ['event', 'common.event', 'calendar'],
  ['about-us', 'common.about-us', 'info'],
  ['misc-faq', 'common.faq', 'chat'],
  ['contact-us', 'common.contact-title', 'pin'],
] as const satisfies readonly (readonly [string, string, IconName])[]

/** The 404 page: a search, frequent links, and the phone number. */
export default function NotFoundPage() {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const written = useWritten()
  return (
    <div className="wrap grid items-center gap-8 pt-10 md:grid-cols-[1fr_22rem] lg:pt-16">
      <div>
        <p className="eyebrow">404</p>
        <h1 className="mt-2">{t('error.not-found-title')}</h1>
        <p className="mt-4 max-w-xl text-lg text-ink-2">{t('error.not-found-text')}</p>
        <form
          role="search"
          method="get"
          action={href('blessing-service')}
          className="mt-6 flex max-w-xl flex-wrap gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            const asked = new FormData(event.currentTarget).get('q')
            void navigate(href('blessing-service', undefined, { query: { q: typeof asked === 'string' ? asked : '' } }))
          }}
        >
          <label htmlFor="not-found-search" className="w-full font-semibold">
            {t('error.search')}
          </label>
          <input
            id="not-found-search"
            name="q"
            type="search"
            autoComplete="off"
            className="field min-w-0 grow basis-40"
          />
          <button type="submit" className={buttonClass('primary')}>
            <Icon name="search" />
            {t('error.search-button')}
          </button>
        </form>
        <ul className="mt-6 flex flex-wrap gap-3">
          {ways
            .filter(([to]) => written(to))
            .map(([to, label, icon]) => (
              <li key={to}>
                <Link to={to} className={buttonClass('plain')}>
                  <Icon name={icon} size={20} />
                  {t(label)}
                </Link>
              </li>
            ))}
        </ul>
        <p className="mt-6">
          <TemplePhone />
        </p>
      </div>
      <div className="aspect-[4/3] overflow-hidden rounded-[24px] shadow-card max-md:hidden">
        <Picture art="bell" eager />
      </div>
    </div>
  )
}
