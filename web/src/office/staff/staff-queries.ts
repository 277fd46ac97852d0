import { queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { valueOf } from '../kit/session/session-gate.ts'

export type StaffMember = Value<'/api/admin/staff', 'get'>['staff'][number]
export type Invitation = Value<'/api/admin/staff', 'post'>

/** How an invitation is sent. */
export const ways = ['mail', 'sms', 'link'] as const
export type Way = (typeof ways)[number]

export const roles = ['counter', 'treasurer', 'editor', 'ritual', 'admin'] as const

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  meta: { shows: ['staff'] },
  queryFn: () => valueOf(() => api.get('/api/admin/staff')),
})
