import { keyFor } from '../../i18n/messages.ts'
import { useState } from 'react'
import { findOfferings } from '../../features/offering/catalogue.ts'
import type { OfferingIndex, OfferingSummary } from '../../domain/offering.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Props = {
  offerings: readonly (OfferingSummary & OfferingIndex)[] | undefined
  categories: readonly { key: string; title: string }[]
  onChoose: (key: string) => void
}

/** The office's offerings come with their index. */
const indexed = (offering: OfferingIndex) => offering

/**
 * What can be ordered now, as large buttons grouped by category; filtered by a category, or searched in either language
 * or pinyin.
 */
export function Catalogue({ offerings, categories, onChoose }: Props) {
  const t = useT()
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState<string>()
  if (!offerings) return <Skeleton lines={6} card />
  const found = findOfferings(offerings, category, search, indexed)
  const open = found.filter(({ state }) => state === 'open')
  const filters = categories.filter(({ key }) => offerings.some((one) => one.category === key && one.state === 'open'))
  const groups =
    category || search.trim()
      ? [{ key: '', title: '', offerings: open }]
      : filters.map((group) => ({ ...group, offerings: findOfferings(open, group.key, '', indexed) }))
  const rest = found.filter(({ state }) => state !== 'open')
  return (
    <section aria-labelledby="walk-in-catalogue">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h2 id="walk-in-catalogue" className="text-2xl">
          {t('walk-in.catalogue')}
        </h2>
        <SearchField
          id="walk-in-search"
          label={t('offering.search')}
          className="w-full sm:w-80"
          value={search}
          onSearch={setSearch}
        />
      </div>
      <div
        role="group"
        aria-label={t('offering.categories')}
        className="mb-5 flex flex-wrap gap-1 rounded-3xl bg-paper-2 p-1.5"
      >
        {[{ key: undefined, title: t('common.all') }, ...filters].map(({ key, title }) => (
          <button
            key={key ?? ''}
            type="button"
            aria-pressed={key === category}
            onClick={() => setCategory(key)}
            className={`min-h-12 rounded-[1.1rem] px-4 font-bold ${key === category ? 'bg-card shadow-card' : 'hover:bg-gold-1'}`}
          >
            {title}
          </button>
        ))}
      </div>
      <p role="status" className="sr-only">
        {(category || search.trim()) && open.length > 0 && t('offering.found', { count: open.length })}
      </p>
      <div className="space-y-6">
        {groups.map((group) => (
          <div key={group.key}>
            {group.title && <h3 className="mb-3 text-lg">{group.title}</h3>}
            <ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
              {group.offerings.map((offering) => (
                <li key={offering.id}>
                  <Tile offering={offering} onPress={() => onChoose(offering.key)} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p role="status" className="mt-4 text-lg text-ink-2 empty:hidden">
        {found.length === 0 && t('walk-in.nothing-found')}
      </p>
      {found.length === 0 && category && (
        <Button className="mt-3" onClick={() => setCategory(undefined)}>
          {t('offering.show-all')}
        </Button>
      )}
      {rest.length > 0 && (
        <p className="mt-4 text-ink-2">
          {t('walk-in.not-now')}{' '}
          {rest.map(({ title, state }) => `${title} (${t(keyFor('common.state-', state))})`).join(' · ')}
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
      <span className={`mt-auto pt-2 ${offering.fromPrice > 0 ? 'font-semibold text-cinnabar' : 'text-ink-2'}`}>
        {offering.fromPrice > 0
          ? t('common.from-price', { price: money(offering.fromPrice, true) })
          : t('walk-in.by-arrangement')}
      </span>
    </button>
  )
}
