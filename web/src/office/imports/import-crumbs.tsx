import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The link from an import to the list of imports, above the heading. */
export function ImportCrumbs({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <nav aria-label={t('imports.crumbs')} className="mb-1 flex flex-wrap items-center gap-2">
      <Link href="/imports" className="link touch">
        {t('office.area-imports')}
      </Link>
      <Icon name="down" size={14} className="shrink-0 -rotate-90" />
      <span className="min-w-0 wrap-anywhere text-ink-2">{children}</span>
    </nav>
  )
}
