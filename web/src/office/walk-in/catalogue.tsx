import { useState } from 'react'
import { findOfferings } from '../../features/offering/catalogue.ts'
import type { OfferingSummary } from '../../features/offering/offering-card.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Props = { offerings: readonly OfferingSummary[] | undefined; onChoose: (key: string) => void }

/** What can be booked now, as large buttons; found by either language or pinyin. */
export function Catalogue({ offerings, onChoose }: Props) {
  const t = useT()
  const [search, setSearch] = useState('')
  if (!offerings) return <Skeleton lines={6} card />
  const found = findOfferings(offerings, undefined, search)
  const open = found.filter(({ state }) => state === 'open')
  const rest = found.filter(({ state }) => state !== 'open')
  return (
    <section aria-labelledby="walk-in-catalogue">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h2 id="walk-in-catalogue" className="text-2xl">
          {t('walkin.catalogue')}
        </h2>
        <SearchField
          id="walk-in-search"
          label={t('offering.search')}
          className="w-full sm:w-80"
          value={search}
          onSearch={setSearch}
        />
      </div>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
        {open.map((offering) => (
          <li key={offering.id}>
            <Tile offering={offering} onPress={() => onChoose(offering.key)} />
          </li>
        ))}
      </ul>
      <p role="status" className="mt-4 text-lg text-ink-2 empty:hidden">
        {found.length === 0 && t('walkin.nothing-found')}
      </p>
      {rest.length > 0 && (
        <p className="mt-4 text-ink-2">
          {t('walkin.not-now')} {rest.map(({ title, state }) => `${title} (${t(`common.state-${state}`)})`).join(' · ')}
        </p>
      )}
    </section>
  )
}

function Tile({ offering, onPress }: { offering: OfferingSummary; onPress: () => void }) {
  const t = useT()
  const locale = useLocale()
  return (
    <button
      type="button"
      onClick={onPress}
      className="card flex h-full min-h-24 w-full flex-col p-4 text-left transition hover:bg-gold-1"
    >
      <span className="text-lg font-bold leading-snug">{offering.title}</span>
      {locale === 'en' && (
        <span className="text-ink-2" lang="zh-Hans">
          {offering.chineseTitle}
        </span>
      )}
      {offering.fromPrice > 0 && (
        <span className="mt-auto pt-2 font-semibold text-cinnabar">
          {t('common.from-price', { price: money(offering.fromPrice, true) })}
        </span>
      )}
    </button>
  )
}
