import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../../api/client.ts'
import { valueOf } from '../../kit/session/session-gate.ts'

export type ReadingList = Value<'/api/admin/ceremony/{id}/reading', 'get'>
export type ReadingName = ReadingList['items'][number]

/**
 * All names of a ceremony, to be read out. They are fetched once when the list is opened, and stay for the day: the hall
 * may have no network. Nothing fetches them again by itself, for a reader must not lose the place.
 */
export const readingQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['ceremony-reading', id],
    queryFn: ({ pageParam }) =>
      valueOf(() =>
        api.get('/api/admin/ceremony/{id}/reading', { params: { id }, query: { after: pageParam, limit: 500 } }),
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next,
    staleTime: Infinity,
    gcTime: 12 * 3_600_000,
    networkMode: 'always',
    refetchOnMount: 'always',
  })
