import { useT } from '../../i18n/context.tsx'
import { Link } from '../router/link.tsx'
import { usePage } from '../router/payload.tsx'
import { useWritten } from '../router/use-written.ts'
import { Cloud } from '../../ui/art/cloud.tsx'
import { Seal } from '../../ui/art/seal.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Brand } from './brand.tsx'
import { footerNav, tabs, type NavItem } from './nav-items.ts'

/**
 * Address and links, with space below for a phone's bar, and without what that bar already has; a slim version in the
 * checkout.
 */
export function Footer({ slim }: { slim: boolean }) {
  const t = useT()
  const { site } = usePage()
  const written = useWritten()
  const columns = footerNav
    .map((column) => ({ inRow: false, ...column, items: column.items.filter(({ to }) => written(to)) }))
    .filter(({ items }) => items.length > 0)
  return (
    <footer className="no-print lattice relative mt-20 bg-lacquer pb-28 text-[#f3e3c6] lg:pb-6">
      <div className="fret absolute inset-x-0 top-4 opacity-80" aria-hidden="true" />
      {!slim && (
        <div className="wrap grid grid-cols-2 gap-x-4 gap-y-6 pt-12 lg:grid-cols-[1.5fr_1fr_1fr_1fr]">
          <div className="col-span-full lg:col-span-1">
            <div className="mb-5 hidden items-center gap-3 lg:flex">
              <Seal className="h-14 w-14 shrink-0" />
              <Brand light />
            </div>
            <p className="max-w-xs">{site.address}</p>
            <p className="mt-2">
              <Phone />
            </p>
          </div>
          {columns.map((column) => (
            <div key={column.title} className={column.inRow ? 'col-span-full lg:col-span-1' : ''}>
              <h2 className="text-lg text-gold-3">{t(column.title)}</h2>
              <ul className={`mt-2 ${column.inRow ? 'flex flex-wrap gap-x-5 lg:block' : ''}`}>
                {column.items.map((item: NavItem) => (
                  <li key={item.label} className={tabs.some(({ to }) => to === item.to) ? 'hidden lg:block' : ''}>
                    <Link
                      to={item.to}
                      hash={item.hash}
                      className="inline-flex min-h-11 items-center py-1 hover:underline hover:underline-offset-4"
                    >
                      {t(item.label)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
      <div className={`wrap ${slim ? 'pt-12' : 'mt-6'}`}>
        <div
          className={`flex flex-wrap items-center justify-between gap-3 text-sm ${slim ? '' : 'border-t border-gold/30 pt-5'}`}
        >
          <p>
            © {site.templeName}
            {site.templeName !== site.chineseName && <span lang="zh-Hans"> {site.chineseName}</span>}
          </p>
          {slim ? <Phone /> : <Cloud className="h-8" />}
        </div>
      </div>
    </footer>
  )
}

function Phone() {
  const { site } = usePage()
  if (!site.phone) return null
  return (
    <a
      className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4"
      href={`tel:${site.phone.replace(/[^+\d]/g, '')}`}
    >
      <Icon name="phone" />
      {site.phone}
    </a>
  )
}
