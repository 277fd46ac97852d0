import { queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../../api/client.ts'
import type { Locale } from '../../../i18n/messages.ts'
import { valueOf } from '../session/session-gate.ts'

/** A public page with its path and title. */
export type Place = Value<'/api/admin/old-address/place', 'get'>['items'][number]

/** The pages of the site, for choosing a link target. Titles are in the office's language. */
export const placesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['places', locale],
    queryFn: () => valueOf(() => api.get('/api/admin/old-address/place')),
    meta: { shows: ['records'] },
    staleTime: 60_000,
  })
