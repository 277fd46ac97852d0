import { queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../../api/client.ts'
import { valueOf } from '../session/session-gate.ts'
import { keyedQuery } from '../list/keyed-queries.ts'

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
export const approvalsQuery = { ...keyedQuery('/api/admin/refund-approval', {}, 'money'), refetchInterval: 30_000 }

/** Refunds by transfer: to be transferred, or done. */
export const transfersQuery = (done: boolean) => ({
  ...keyedQuery('/api/admin/refund-transfer', { done }, 'money'),
  refetchInterval: 15_000, // the payment provider may answer
})
