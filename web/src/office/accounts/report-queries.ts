import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { rowsAfter } from '../kit/query/pagination.ts'
import { valueOf } from '../kit/session/session-gate.ts'
import type { Period } from './periods.ts'

export type Report = Value<'/api/admin/report', 'get'>
export type ReportLine = NonNullable<Report['byMethod']>[number]
export type ReportPoint = NonNullable<Report['points']>[number]

/** The report of a period; without a period, of today. */
export const reportQuery = (period: Period | undefined, locale: Locale) =>
  queryOptions({
    queryKey: ['report', period?.from ?? '', period?.to ?? '', locale],
    queryFn: () => valueOf(() => api.get('/api/admin/report', { query: { ...period } })),
    placeholderData: keepPreviousData,
  })

export const yearsQuery = queryOptions({
  queryKey: ['report', 'years'],
  queryFn: async () => (await valueOf(() => api.get('/api/admin/report/year'))).years ?? [],
})

/** The minimum length of a search. */
export const shortest = 2

export const membersQuery = (q: string) =>
  queryOptions({
    queryKey: ['report', 'members', q],
    queryFn: () => valueOf(() => api.get('/api/admin/report/member', { query: { q } })),
    enabled: q.length >= shortest,
    staleTime: 0,
  })

export type FigureRow = NonNullable<Value<'/api/admin/report/list', 'get'>['items']>[number]

/** The kinds of items that figures are sums of. */
export const figureKinds = [
  'payments',
  'refunds',
  'transfers-back',
  'excess-back',
  'receipts',
  'voided',
  'expired',
  'cancelled',
] as const
export type FigureKind = (typeof figureKinds)[number]

/** A figure, as written in the URL of its list. */
export type FigurePlace = Period & {
  of: FigureKind
  method?: 'cash' | 'paynow'
  clerk?: string
  offering?: string
  fund?: string
  category?: string
  reason?: string
  above?: 'held' | 'donation' | 'refund'
  unseen?: 'true'
}

/** The path of the list behind a figure. */
export function figurePath(place: FigurePlace): string {
  return `/accounts/list?${new URLSearchParams(Object.entries(place).filter(([, value]) => value))}`
}

/** The figure in a URL; undefined if it has none. */
export function figureOf(search: string): FigurePlace | undefined {
  const said = new URLSearchParams(search)
  const text = (name: string) => said.get(name) || undefined
  const of = figureKinds.find((kind) => kind === said.get('of'))
  const from = text('from')
  if (!of || !from) return undefined
  return {
    of,
    from,
    to: text('to') ?? from,
    method: (['cash', 'paynow'] as const).find((one) => one === text('method')),
    clerk: text('clerk'),
    offering: text('offering'),
    fund: text('fund'),
    category: text('category'),
    reason: text('reason'),
    above: (['held', 'donation', 'refund'] as const).find((one) => one === text('above')),
    unseen: text('unseen') === 'true' ? 'true' : undefined,
  }
}

/** The items behind a figure, newest first, by page. */
export const figureQuery = (place: FigurePlace, locale: Locale) =>
  infiniteQueryOptions({
    queryKey: ['report', 'list', figurePath(place), locale],
    meta: { shows: ['money'] },
    queryFn: ({ pageParam }) =>
      valueOf(() =>
        api.get('/api/admin/report/list', {
          query: { ...place, unseen: place.unseen === 'true' || undefined, ...rowsAfter(pageParam) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next || undefined,
  })
