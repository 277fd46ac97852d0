import { queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { valueOf } from '../session-gate.ts'

export type FoundRow = NonNullable<Value<'/api/admin/invoice', 'get'>['items']>[number]
export type FoundInvoice = NonNullable<FoundRow['invoice']>

/** The shortest text that the server searches for. */
export const shortest = 2

/** Orders by number, reference, name or mobile; a single one comes whole. */
export const findQuery = (q: string, locale: Locale) =>
  queryOptions({
    queryKey: ['found', q, locale],
    queryFn: async () => (await valueOf(() => api.get('/api/admin/invoice', { query: { q } }))).items ?? [],
    enabled: q.length >= shortest,
    staleTime: 0,
  })
