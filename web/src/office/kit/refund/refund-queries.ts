import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../../api/client.ts'
import { valueOf } from '../session/session-gate.ts'

export type Approval = NonNullable<Value<'/api/admin/refund-approval', 'get'>['items']>[number]
export type Transfer = NonNullable<Value<'/api/admin/refund-transfer', 'get'>['items']>[number]

/** The refund of an order or of late money that waits for a second person or for execution. */
export const approvalsOf = (subject: string) =>
  queryOptions({
    queryKey: ['refunds', 'approvals', subject],
    meta: { shows: ['money'] },
    queryFn: () => valueOf(() => api.get('/api/admin/refund-approval', { query: { subject } })),
    refetchInterval: 30_000,
    staleTime: 0,
  })

/** All of them, oldest first, by page. */
export const approvalsQuery = infiniteQueryOptions({
  queryKey: ['refunds', 'approvals'],
  meta: { shows: ['money'] },
  queryFn: ({ pageParam }) =>
    valueOf(() => api.get('/api/admin/refund-approval', { query: { after: pageParam || undefined, limit: 25 } })),
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
  refetchInterval: 30_000,
  placeholderData: keepPreviousData,
})

/** Refunds by transfer: to be transferred, or done. */
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
