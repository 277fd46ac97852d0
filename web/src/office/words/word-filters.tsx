import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { filters, searchOf, type Filter, type Place, type WordPage } from './word-queries.ts'

/** The lists of the sentences, each with how many it has. */
export function WordFilters({ place, page }: { place: Place; page: WordPage | undefined }) {
  const t = useT()
  const counts: Record<Filter, number | undefined> = {
    all: page?.every,
    ours: page?.ours,
    waiting: page?.waiting,
    changed: page?.changed,
  }
  return (
    <nav aria-label={t('words.filters')} className="max-w-full">
      <ul className="flex flex-wrap gap-1 rounded-3xl bg-paper-2 p-1.5">
        {filters.map((filter) => {
          const here = filter === place.filter
          const count = counts[filter] ?? 0
          const loud = filter === 'waiting' && count > 0
          return (
            <li key={filter} className="min-w-0 grow">
              <Link
                href={`/words${searchOf({ ...place, filter })}`}
                aria-current={here ? 'page' : undefined}
                className={`flex min-h-12 items-center justify-center gap-2 rounded-[1.1rem] px-3 font-bold ${here ? 'bg-card shadow-card' : 'hover:bg-gold-1'}`}
              >
                {t(`words.filter-${filter}`)}
                <span
                  className={`rounded-full px-2 text-sm ${loud ? 'bg-cinnabar text-[#fff8ea]' : 'bg-gold-1 text-gold-7'}`}
                >
                  {count}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
