import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { valueOf } from './session-gate.ts'

export type Approvals = Value<'/api/admin/refund-approval', 'get'>
export type Approval = NonNullable<Approvals['items']>[number]
export type Transfer = NonNullable<Value<'/api/admin/refund-transfer', 'get'>['items']>[number]

/** Refunds above the limit that wait for a second person or for being made; of one order, or all. */
export const approvalsQuery = (invoiceId = '') =>
  queryOptions({
    queryKey: ['refunds', 'approvals', invoiceId],
    meta: { shows: ['money'] },
    queryFn: () =>
      valueOf(() => api.get('/api/admin/refund-approval', { query: { invoiceId: invoiceId || undefined } })),
    refetchInterval: 30_000,
    staleTime: 0,
  })

/** Refunds by transfer: those that are to be transferred, or those that were. */
export const transfersQuery = (done: boolean) =>
  infiniteQueryOptions({
    queryKey: ['refunds', 'transfers', done],
    meta: { shows: ['money'] },
    queryFn: ({ pageParam }) =>
      valueOf(() =>
        api.get('/api/admin/refund-transfer', { query: { done, after: pageParam || undefined, limit: 25 } }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
