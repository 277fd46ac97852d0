import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import { valueOf } from '../kit/session/session-gate.ts'
import type { Language } from './word-queries.ts'

export type WordPlaces = Value<'/api/admin/word/place', 'get'>
export type PointedPage = WordPlaces['pages'][number]

const placesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['word-places', language],
    queryFn: () => valueOf(() => api.get('/api/admin/word/place', { query: { language } })),
    staleTime: 300_000,
  })

/** Where messages are used, by name, and the pages on which they can be seen. */
export function usePlaces() {
  const t = useT()
  const query = useQuery(placesQuery(useLocale()))
  const { data } = query
  const titles = new Map(data?.uses.map(({ use, title }) => [use, title]))
  /** The name of a place of use; '' for a page until the names have loaded. */
  const nameOf = (use: string): string => {
    if (use.startsWith('office:')) {
      return t('words.use-office-area', { area: t(keyFor('office.area-', use.slice('office:'.length))) })
    }
    if (use.startsWith('page:')) return titles.get(use) ?? (data ? use.slice('page:'.length) : '')
    return t(keyFor('words.use-', use))
  }
  return { uses: data?.uses ?? [], pages: data?.pages ?? [], nameOf, query }
}

const rank = (use: string) => (use === 'site' ? 0 : use.startsWith('page:') ? 1 : use.startsWith('office') ? 3 : 2)

/** Sorts places: pages first, then e-mail and SMS, then the office. */
export function inOrder(uses: readonly string[]): string[] {
  return [...uses].sort((a, b) => rank(a) - rank(b))
}

/** The pages that show a message: its own page first; for one in the shared shell, the first page. */
export function seenOn(uses: readonly string[], pages: readonly PointedPage[]): PointedPage | undefined {
  return pages.find(({ use }) => uses.includes(use)) ?? (uses.includes('site') ? pages[0] : undefined)
}
