import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { longEnough } from '../kit/query/long-enough.ts'
import { rowsAfter, theTotal } from '../kit/query/pagination.ts'
import { valueOf } from '../kit/session/session-gate.ts'

export type FoundRow = NonNullable<Value<'/api/admin/invoice', 'get'>['items']>[number]
export type FoundInvoice = NonNullable<FoundRow['invoice']>

/** Orders by number, reference, name or mobile, newest first; a single result includes its details. */
export const findQuery = (q: string, locale: Locale) =>
  infiniteQueryOptions({
    queryKey: ['found', q, locale],
    meta: { shows: ['money'] },
    queryFn: ({ pageParam }) => valueOf(() => api.get('/api/admin/invoice', { query: { q, ...rowsAfter(pageParam) } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next || undefined,
    enabled: longEnough(q),
    staleTime: 0,
  })

/** How many orders a search finds. */
export const findTotalQuery = (q: string) =>
  queryOptions({
    queryKey: ['found', q, 'total'],
    meta: { shows: ['money'] },
    queryFn: () => valueOf(() => api.get('/api/admin/invoice', { query: { q, ...theTotal } })),
    enabled: longEnough(q),
    staleTime: 0,
  })

/** The order with a number, with its details. */
export const findOneQuery = (number: string, locale: Locale) =>
  queryOptions({
    queryKey: ['found', 'one', number, locale],
    meta: { shows: ['money'] },
    queryFn: async () => {
      const { items } = await valueOf(() => api.get('/api/admin/invoice', { query: { q: number, ...rowsAfter('') } }))
      return items?.find((row) => row.number === number) ?? null
    },
    enabled: number !== '',
    staleTime: 0,
  })
