import { queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { valueOf } from '../kit/session/session-gate.ts'

export type Today = Value<'/api/admin/today', 'get'>

/** The open tasks for the user's roles, and the state of the day. */
export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: () => valueOf(() => api.get('/api/admin/today')),
  meta: {
    shows: [
      'money',
      'payment',
      'shift',
      'letters',
      'records',
      'inbox',
      'places',
      'staff',
      'imports',
      'ceremonies',
      'halls',
      'runs',
    ],
  },
  refetchInterval: 60_000,
  refetchOnWindowFocus: true,
})
