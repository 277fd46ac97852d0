import { useT } from '../../i18n/context.tsx'
import { usePage } from '../router/payload.tsx'
import { localized } from '../router/route.ts'

// Pages with a narrow centred column: their breadcrumbs are aligned with it.
const narrow: Readonly<Record<string, string>> = {
  'find-my-lamp': 'mx-auto max-w-lg',
  'member-forgot-password': 'mx-auto max-w-lg',
  'member-login': 'mx-auto max-w-lg',
  'member-registration': 'mx-auto max-w-lg',
  'member-reset-email': 'mx-auto max-w-lg',
  'member-reset-password': 'mx-auto max-w-lg',
  'member-second-factor': 'mx-auto max-w-3xl',
}

/** The breadcrumbs from home to the page; nothing on home itself. */
export function Breadcrumbs() {
  const t = useT()
  const { id, crumbs, locale } = usePage()
  if (crumbs.length < 2) return null
  return (
    <nav aria-label={t('common.breadcrumb')} className="no-print wrap pt-2">
      <ol className={`flex flex-wrap items-center gap-x-2 text-sm ${narrow[id] ?? ''}`}>
        {crumbs.map((crumb, i) => {
          const here = i === crumbs.length - 1
          return (
            <li key={crumb.label} className="flex items-center gap-2" aria-current={here ? 'page' : undefined}>
              {crumb.href && !here ? (
                <a
                  className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-cinnabar"
                  href={localized(locale, crumb.href)}
                >
                  {crumb.label}
                </a>
              ) : (
                <span className="font-semibold">{crumb.label}</span>
              )}
              {!here && (
                <span aria-hidden="true" className="text-gold-7">
                  ›
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
