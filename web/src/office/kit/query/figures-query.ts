import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { valueOf } from '../session/session-gate.ts'

/** Totals above the lists: counts and sums. */
export const figuresQuery = queryOptions({
  queryKey: ['payments', 'figures'],
  meta: { shows: ['money'] },
  queryFn: () => valueOf(() => api.get('/api/admin/payment/figures')),
  refetchInterval: 30_000,
})
