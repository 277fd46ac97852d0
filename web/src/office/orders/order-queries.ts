import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { rowsAfter, theTotal, type Part } from '../kit/pagination.ts'
import { valueOf } from '../kit/session-gate.ts'

export const shows = ['all', 'waiting', 'outstanding', 'rejected', 'paid', 'expired', 'cancelled', 'refunded'] as const
export type Show = (typeof shows)[number]

/** Where somebody is in the list of orders: the choice, or what was searched for in all of them. */
export type OrdersPlace = { show: Show; q: string }

export type Order = Value<'/api/admin/order/{id}', 'get'>
export type OrderRow = NonNullable<Value<'/api/admin/order', 'get'>['items']>[number]

export function placeOf(search: string): OrdersPlace {
  const said = new URLSearchParams(search)
  return { show: shows.find((show) => show === said.get('show')) ?? 'all', q: said.get('q') ?? '' }
}

export function searchOf({ show, q }: OrdersPlace): string {
  const said = new URLSearchParams()
  if (show !== 'all') said.set('show', show)
  if (q) said.set('q', q)
  const text = said.toString()
  return text && `?${text}`
}

const ask = (place: OrdersPlace, part: Part) =>
  valueOf(() => api.get('/api/admin/order', { query: { show: place.show, q: place.q || undefined, ...part } }))

/** The list, page after page, by key. */
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

/** Everything about one order, with titles in the office's language. */
export const orderQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['order', id, locale],
    meta: { shows: ['money'] },
    queryFn: () => valueOf(() => api.get('/api/admin/order/{id}', { params: { id } })),
  })
