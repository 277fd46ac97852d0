import type { ReactNode } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Link } from '../../router/link.tsx'
import { usePageData } from '../../router/payload.tsx'
import { Breadcrumbs } from '../breadcrumbs.tsx'

/** The layout of about-us pages: a list of all of them beside the current one. */
export function AboutUsLayout(props: { cart?: boolean; children: ReactNode }) {
  const t = useT()
  const data = usePageData('about-us-key')
  return (
    <main id="main" data-cart-page={props.cart ? '' : undefined}>
      <Breadcrumbs />
      <div className="wrap mt-3 grid gap-x-14 gap-y-6 lg:grid-cols-[17rem_1fr]">
        <nav aria-label={t('about-us.pages')} className="no-print min-w-0 lg:sticky lg:top-28 lg:self-start">
          <ul className="-mx-1 flex flex-wrap gap-2 px-1 pb-2 lg:block lg:space-y-1 lg:overflow-visible lg:border-l-2 lg:border-line lg:pb-0">
            {data?.titles.map((page) => (
              <li key={page.key} className="lg:-ml-0.5">
                <Link
                  to="about-us-key"
                  params={{ key: page.key }}
                  aria-current={page.key === data.key ? 'page' : undefined}
                  className="flex min-h-11 items-center rounded-full bg-card px-4 py-2 font-semibold shadow-[inset_0_0_0_1.5px_var(--color-line)] hover:bg-gold-1 aria-[current=page]:bg-cinnabar-1 aria-[current=page]:text-cinnabar-7 lg:rounded-l-none lg:border-l-2 lg:border-transparent lg:bg-transparent lg:shadow-none lg:aria-[current=page]:border-cinnabar"
                >
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">{props.children}</div>
      </div>
    </main>
  )
}
