import { queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { keyedQuery } from '../kit/list/keyed-queries.ts'
import { valueOf } from '../kit/session/session-gate.ts'
import type { Offering } from './draft.ts'

export type Earlier = Value<'/api/admin/walk-in/earlier', 'get'>
export type EarlierOrder = NonNullable<Earlier['orders']>[number]
export type Imported = NonNullable<Earlier['imported']>[number]
export type WalkIn = Value<'/api/admin/walk-in/{id}', 'get'>

/** Everything that the counter sells, typically a few dozen offerings. */
export const catalogueQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['catalogue', locale],
    queryFn: () => valueOf(() => api.get('/api/admin/catalogue', { query: { pageSize: 100 } })),
    staleTime: 60_000,
  })

/** An offering with its options and form. */
export const offeringQuery = (key: string, locale: Locale) =>
  queryOptions({
    queryKey: ['offering', key, locale],
    meta: { shows: ['places'] },
    queryFn: async (): Promise<Offering> => {
      const found = await valueOf(() => api.get('/api/admin/catalogue/{key}', { params: { key } }))
      return { ...found, options: found.options ?? [], form: found.form }
    },
    staleTime: 60_000,
  })

/** What is known for a mobile number, or for a name in imported lists. */
export const earlierQuery = (mobile: string, locale: Locale) =>
  queryOptions({
    queryKey: ['walk-in', 'earlier', mobile, locale],
    meta: { shows: ['money'] },
    queryFn: () => valueOf(() => api.get('/api/admin/walk-in/earlier', { query: { mobile } })),
    enabled: mobile !== '',
    staleTime: 0,
  })

/** A counter order; polled while its transfer is expected. */
export const walkInQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['walk-in', 'one', id, locale],
    meta: { shows: ['money'] },
    queryFn: () => valueOf(() => api.get('/api/admin/walk-in/{id}', { params: { id } })),
    refetchInterval: ({ state }) => (state.data && !state.data.qr ? false : 10_000),
  })

/** Today's counter orders that wait for a transfer. */
export const waitingQuery = (after: string) =>
  queryOptions({
    queryKey: ['walk-in', 'waiting-count', after],
    meta: { shows: ['money'] },
    queryFn: () => valueOf(() => api.get('/api/admin/walk-in', { query: { after: after || undefined } })),
    refetchInterval: 30_000,
  })

/** All counter orders that wait for a transfer, paged. */
export const waitingListQuery = { ...keyedQuery('/api/admin/walk-in', {}, 'money'), refetchInterval: 30_000 }
