import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { rowsAfter } from '../kit/pagination.ts'
import { valueOf } from '../kit/session-gate.ts'

export type Member = Value<'/api/admin/member/{id}', 'get'>
/** Somebody of an earlier list who has no account. */
export type FoundImported = NonNullable<Value<'/api/admin/member', 'get'>['imported']>[number]
export type MemberNote = NonNullable<Member['notes']>[number]
export type MemberOrder = NonNullable<Value<'/api/admin/order', 'get'>['items']>[number]

/** A member with the family book, what runs, and notes. */
export const memberQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['member', id, locale],
    meta: { shows: ['members'] },
    queryFn: () => valueOf(() => api.get('/api/admin/member/{id}', { params: { id } })),
  })

/** A member's orders, newest first, a page at a time. */
export const memberOrdersQuery = (member: string, locale: Locale) =>
  infiniteQueryOptions({
    queryKey: ['member', member, 'orders', locale],
    meta: { shows: ['money'] },
    queryFn: ({ pageParam }) =>
      valueOf(() => api.get('/api/admin/order', { query: { member, ...rowsAfter(pageParam) } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next || undefined,
  })
