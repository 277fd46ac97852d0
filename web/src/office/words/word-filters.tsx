import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { ListTabs } from '../kit/list/list-tabs.tsx'
import { filters, searchOf, type Filter, type Place, type WordPage } from './word-queries.ts'

/** The lists of messages, each with its number. */
export function WordFilters({ place, page }: { place: Place; page: WordPage | undefined }) {
  const t = useT()
  const counts: Record<Filter, number | undefined> = {
    // During a search, the number of results.
    all: place.filter === 'all' ? page?.total : page?.every,
    ours: page?.ours,
    waiting: page?.waiting,
    changed: page?.changed,
  }
  return (
    <ListTabs
      label={t('words.filters')}
      tabs={filters.map((filter) => ({
        id: filter,
        text: t(`words.filter-${filter}`),
        to: `/words${searchOf({ ...place, filter })}`,
        here: filter === place.filter,
        count: thousands(counts[filter] ?? 0),
        loud: filter === 'waiting' && (counts[filter] ?? 0) > 0,
      }))}
    />
  )
}
