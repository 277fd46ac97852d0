import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../../api/client.ts'
import { valueOf } from '../../kit/session/session-gate.ts'

export type PricedOffering = Value<'/api/admin/price', 'get'>['items'][number]
export type PriceTurn = Value<'/api/admin/price/{id}', 'get'>['items'][number]

/** The offerings with their prices. */
export const priceList = queryOptions({
  queryKey: ['prices'],
  queryFn: () => valueOf(() => api.get('/api/admin/price')),
  meta: { shows: ['records'] },
})

/** The price history of an offering, by the id of its record. */
export const priceHistory = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['prices', id],
    meta: { shows: ['records'] },
    queryFn: ({ pageParam }) =>
      valueOf(() => api.get('/api/admin/price/{id}', { params: { id }, query: { before: pageParam || undefined } })),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
  })
