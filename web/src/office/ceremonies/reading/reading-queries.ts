import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../../api/client.ts'
import { valueOf } from '../../kit/session/session-gate.ts'

export type ReadingList = Value<'/api/admin/ceremony/{id}/reading', 'get'>
export type ReadingName = ReadingList['items'][number]

/**
 * All names of a ceremony, to be read out. They are fetched once and kept for the day, because the hall may have no
 * network. They are never refetched automatically, because the reader would lose the position.
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
