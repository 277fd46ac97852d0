import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, callUrl, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { rowsAfter, theTotal, type Part } from '../kit/query/pagination.ts'
import { valueOf } from '../kit/session/session-gate.ts'

export const shows = ['all', 'waiting', 'outstanding', 'rejected', 'paid', 'expired', 'cancelled', 'refunded'] as const
export type Show = (typeof shows)[number] | 'awaiting'
export const methods = ['cash', 'paynow'] as const
export const sorts = ['newest', 'oldest', 'least', 'most'] as const
export type Sort = (typeof sorts)[number]

/** The filters of the orders list; empty means any. */
export type OrdersFilter = { offering: string; method: '' | (typeof methods)[number]; from: string; until: string }
/** The state of the orders list: status tab with filters, or a search over all orders. */
export type OrdersPlace = { show: Show; q: string; sort: Sort } & OrdersFilter

/** No filter. */
export const anyOrder: OrdersFilter = { offering: '', method: '', from: '', until: '' }

export type Order = Value<'/api/admin/order/{id}', 'get'>
export type OrderRow = NonNullable<Value<'/api/admin/order', 'get'>['items']>[number]

export function placeOf(search: string): OrdersPlace {
  const said = new URLSearchParams(search)
  const text = (name: string) => said.get(name) ?? ''
  return {
    show: [...shows, 'awaiting' as const].find((show) => show === said.get('show')) ?? 'all',
    q: text('q'),
    sort: sorts.find((sort) => sort === said.get('sort')) ?? 'newest',
    offering: text('offering'),
    method: methods.find((method) => method === said.get('method')) ?? '',
    from: text('from'),
    until: text('until'),
  }
}

/** The query string of a list state, without default values. */
export function searchOf({
  show,
  q,
  sort = 'newest',
  ...filter
}: Pick<OrdersPlace, 'show' | 'q'> & Partial<OrdersPlace>): string {
  const said = new URLSearchParams()
  if (show !== 'all') said.set('show', show)
  if (q) said.set('q', q)
  if (sort !== 'newest') said.set('sort', sort)
  for (const [name, value] of Object.entries(filter)) if (value) said.set(name, value)
  const text = said.toString()
  return text && `?${text}`
}

/** Whether a filter is set. */
export const narrowed = (place: OrdersFilter) =>
  [place.offering, place.method, place.from, place.until].some((value) => value !== '')

const filterOf = ({ offering, method, from, until }: OrdersFilter) => ({
  offering: offering || undefined,
  method: method || undefined,
  from: from || undefined,
  until: until || undefined,
})

const ask = (place: OrdersPlace, part: Part) =>
  valueOf(() =>
    api.get('/api/admin/order', {
      query: { show: place.show, q: place.q || undefined, sort: place.sort, ...filterOf(place), ...part },
    }),
  )

/** How many orders each status tab has, with the current filters. */
export const orderCountsQuery = (filter: OrdersFilter) =>
  queryOptions({
    queryKey: ['orders', 'counts', filterOf(filter)],
    meta: { shows: ['money'] },
    queryFn: async () =>
      (await valueOf(() => api.get('/api/admin/order/count', { query: filterOf(filter) }))).items ?? [],
    placeholderData: keepPreviousData,
  })

/** The URL of a list as a spreadsheet. */
export const orderExportUrl = (place: OrdersPlace, format: 'xlsx' | 'csv') =>
  callUrl('/api/admin/order/export', {
    query: { show: place.show, q: place.q || undefined, sort: place.sort, ...filterOf(place), format },
  })

/** The offerings in the filter. */
export const orderOfferingsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['orders', 'offerings', locale],
    queryFn: async () => (await valueOf(() => api.get('/api/admin/order/offering'))).items ?? [],
  })

/** The list, paginated by cursor. */
export const ordersQuery = (place: OrdersPlace) =>
  infiniteQueryOptions({
    queryKey: ['orders', searchOf(place)],
    meta: { shows: ['money'] },
    queryFn: ({ pageParam }) => ask(place, rowsAfter(pageParam)),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

/** How many orders the list has. */
export const ordersTotalQuery = (place: OrdersPlace) =>
  queryOptions({
    queryKey: ['orders', searchOf(place), 'total'],
    meta: { shows: ['money'] },
    queryFn: () => ask(place, theTotal),
    placeholderData: keepPreviousData,
  })

/** An order with all details, titles in the office's language. */
export const orderQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['order', id, locale],
    meta: { shows: ['money'] },
    queryFn: () => valueOf(() => api.get('/api/admin/order/{id}', { params: { id } })),
  })
