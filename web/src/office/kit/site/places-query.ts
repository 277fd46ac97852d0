import { queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../../api/client.ts'
import type { Locale } from '../../../i18n/messages.ts'
import { valueOf } from '../session/session-gate.ts'

/** A page that visitors find, by its address and title. */
export type Place = Value<'/api/admin/old-address/place', 'get'>['items'][number]

/** The pages of the site, for whatever leads to one. Titles are in the language of the office. */
export const placesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['places', locale],
    queryFn: () => valueOf(() => api.get('/api/admin/old-address/place')),
    meta: { shows: ['records'] },
    staleTime: 60_000,
  })
