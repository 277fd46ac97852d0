import { useT } from '../i18n/context.tsx'
import { Link } from '../page/link.tsx'
import { usePage } from '../page/payload.tsx'
import { Picture } from '../ui/art/picture.tsx'

const ways = [
  ['home', 'common.home'],
  ['blessing-service', 'common.blessing-service'],
  ['about-us', 'common.about-us'],
  ['misc-faq', 'common.faq'],
] as const

/** Page not found, with the ways that most people want. */
export default function NotFoundPage() {
  const t = useT()
  const { site } = usePage()
  return (
    <div className="wrap grid items-center gap-8 pt-10 md:grid-cols-[1fr_22rem] lg:pt-16">
      <div>
        <p className="eyebrow">404</p>
        <h1 className="mt-2">{t('error.not-found-title')}</h1>
        <p className="mt-4 max-w-xl text-lg text-ink-2">{t('error.not-found-text')}</p>
        <ul className="mt-6 flex flex-wrap gap-3">
          {ways.map(([to, label], i) => (
            <li key={to}>
              <Link to={to} className={`btn ${i === 0 ? 'btn-1' : 'btn-2'}`}>
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
        <p className="mt-6 text-ink-2">{t('error.call', { phone: site.phone })}</p>
      </div>
      <div className="aspect-[4/3] overflow-hidden rounded-[24px] shadow-card max-md:hidden">
        <Picture art="bell" eager />
      </div>
    </div>
  )
}
