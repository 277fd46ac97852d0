import { useState } from 'react'
import { findOfferings, rowLengths } from '../features/offering/catalogue.ts'
import { useSearchIndex } from '../features/offering/use-search-index.ts'
import { CatalogueFilter } from '../features/offering/catalogue-filter.tsx'
import { OfferingCard } from '../features/offering/offering-card.tsx'
import type { OfferingSummary } from '../domain/offering.ts'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePageData } from '../site/router/payload.tsx'
import { useQueryValue } from '../site/router/query-value.ts'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function CataloguePage() {
  const t = useT()
  const { categories, offerings } = usePageData('blessing-service') ?? { categories: [], offerings: [] }
  // The search from another page's link, until something is typed here.
  const asked = useQueryValue('q') ?? ''
  const [typed, setSearch] = useState<string>()
  const search = typed ?? asked
  const wanted = useQueryValue('category')
  const category = categories.some(({ key }) => key === wanted) ? wanted : undefined
  const { indexOf, complete, load } = useSearchIndex(search.trim() !== '')
  const matching = findOfferings(offerings, category, search, indexOf)
  // Until everything is known that the search looks at, nobody is told that there is nothing.
  const settled = matching.length > 0 || complete
  const found = settled ? matching : findOfferings(offerings, category, '', indexOf)
  // Without a filter, offerings are grouped by category.
  const groups =
    category || search.trim()
      ? [{ key: '', title: '', offerings: found }]
      : categories.map((group) => ({ ...group, offerings: findOfferings(found, group.key, '', indexOf) }))
  const shown = groups.filter((group) => group.offerings.length > 0)
  return (
    <div className="wrap">
      <PageHeading title={t('offering.title')} text={t('offering.text')} />
      {offerings.length > 0 && (
        <CatalogueFilter
          categories={categories}
          category={category}
          search={search}
          onSearch={setSearch}
          onFocus={load}
        />
      )}
      <p role="status" className="mt-4 min-h-7 text-ink-2">
        {(category || search.trim()) && settled && found.length > 0 && t('offering.found', { count: found.length })}
        {search.trim() && found.length === 0 && <span className="sr-only">{t('offering.none-title')}</span>}
      </p>
      <div className="mt-3 space-y-12">
        {shown.map((group, g) => (
          <section
            key={group.key}
            aria-labelledby={group.title ? `group-${group.key}` : undefined}
            aria-label={group.title ? undefined : t('common.blessing-service')}
          >
            {group.title ? (
              <h2 id={`group-${group.key}`} className="mb-5 text-2xl">
                {group.title}
              </h2>
            ) : (
              <h2 className="sr-only">{t('offering.found', { count: found.length })}</h2>
            )}
            <OfferingRows offerings={group.offerings} first={g === 0} />
          </section>
        ))}
        {offerings.length === 0 && (
          <EmptyState title={t('offering.none-yet-title')} text={t('offering.none-yet-text')}>
            <TemplePhone />
          </EmptyState>
        )}
        {offerings.length > 0 && found.length === 0 && (
          <EmptyState title={t('offering.none-title')} text={t('offering.none-text')}>
            <Link to="blessing-service" className={buttonClass('plain')} onClick={() => setSearch('')}>
              {t('offering.show-all')}
            </Link>
            <TemplePhone />
          </EmptyState>
        )}
      </div>
    </div>
  )
}

const spans = { 1: 'lg:col-span-6', 2: 'lg:col-span-6', 3: 'lg:col-span-4', 4: 'lg:col-span-3' }

/** Cards in rows that fill the width; a row of two has horizontal cards. Pictures at the top of the page load first. */
function OfferingRows({ offerings, first }: { offerings: readonly OfferingSummary[]; first: boolean }) {
  const rows = rowLengths(offerings.length)
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-12">
      {offerings.map((offering, i) => (
        <li key={offering.id} className={spans[rows[i] ?? 4]}>
          <OfferingCard offering={offering} inRow={rows[i]} eager={first && i < 4} />
        </li>
      ))}
    </ul>
  )
}
