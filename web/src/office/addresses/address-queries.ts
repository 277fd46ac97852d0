import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { valueOf } from '../kit/session/session-gate.ts'

/** An old address with its redirect. */
export type Address = Value<'/api/admin/old-address', 'get'>['items'][number]
/** An address that visitors requested but that does not exist. */
export type Missing = Value<'/api/admin/old-address/missing', 'get'>['items'][number]
export type Tried = Value<'/api/admin/old-address/try', 'get'>

// Titles are in the office's language.
export const addressesQuery = (q: string, locale: Locale) =>
  infiniteQueryOptions({
    queryKey: ['addresses', q, locale],
    meta: { shows: ['addresses'] },
    queryFn: ({ pageParam }) =>
      valueOf(() =>
        api.get('/api/admin/old-address', { query: { q: q || undefined, after: pageParam || undefined, limit: 50 } }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

export const missingQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['addresses', 'missing', locale, 'of all'],
    meta: { shows: ['addresses'] },
    queryFn: () => valueOf(() => api.get('/api/admin/old-address/missing')),
  })
