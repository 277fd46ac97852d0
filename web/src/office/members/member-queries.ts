import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { sgt } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/messages.ts'
import { longEnough } from '../kit/query/long-enough.ts'
import { rowsAfter, theTotal, type Part } from '../kit/query/pagination.ts'
import { valueOf } from '../kit/session/session-gate.ts'

export type Member = Value<'/api/admin/member/{id}', 'get'>
export type FoundMember = NonNullable<Value<'/api/admin/member', 'get'>['items']>[number]
/** A person of an imported list without an account. */
export type FoundImported = NonNullable<Value<'/api/admin/member', 'get'>['imported']>[number]
export type MemberNote = NonNullable<Member['notes']>[number]
export type MemberOrder = NonNullable<Value<'/api/admin/order', 'get'>['items']>[number]

/** Members and imported people found by a text, if it is long enough. */
export const findQuery = (q: string) =>
  queryOptions({
    queryKey: ['members', q],
    queryFn: () => valueOf(() => api.get('/api/admin/member', { query: { q, ...rowsAfter('') } })),
    enabled: longEnough(q),
    staleTime: 0,
  })

/** A member with family book, subscriptions and notes. */
export const memberQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['member', id, locale],
    meta: { shows: ['members'] },
    queryFn: () => valueOf(() => api.get('/api/admin/member/{id}', { params: { id } })),
  })

/** A member's orders, newest first, by page. */
export const memberOrdersQuery = (member: string, locale: Locale) =>
  infiniteQueryOptions({
    queryKey: ['member', member, 'orders', locale],
    meta: { shows: ['money'] },
    queryFn: ({ pageParam }) =>
      valueOf(() => api.get('/api/admin/order', { query: { member, ...rowsAfter(pageParam) } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next || undefined,
  })

export type ListedMember = NonNullable<Value<'/api/admin/member/list', 'get'>['items']>[number]

export const languages = ['en', 'zh'] as const
export const contacts = ['mobile', 'email', 'no-email', 'none'] as const
const filters = ['ends', 'language', 'contact', 'from', 'until'] as const

/** The filters of the members list; empty means any. `ends` is a month, 2026-12. */
export type MemberFilter = Record<(typeof filters)[number], string>

/** No filter. */
export const anyMember: MemberFilter = { ends: '', language: '', contact: '', from: '', until: '' }

/** The filters in a URL. */
export function filterOf(search: string): MemberFilter {
  const said = new URLSearchParams(search)
  const one = (name: keyof MemberFilter) => said.get(name) ?? ''
  const known = (name: keyof MemberFilter, values: readonly string[]) => (values.includes(one(name)) ? one(name) : '')
  return {
    ends: /^\d{4}-\d\d$/.test(one('ends')) ? one('ends') : '',
    language: known('language', languages),
    contact: known('contact', contacts),
    from: one('from'),
    until: one('until'),
  }
}

/** The query string of the filters, without empty ones. */
export function filterSearch(filter: MemberFilter): string {
  const text = new URLSearchParams(Object.entries(filter).filter(([, value]) => value)).toString()
  return text && `?${text}`
}

/** Last month, this one and the following fourteen in Singapore. */
export function monthsFrom(now: number): string[] {
  const { year, month } = sgt(now)
  return Array.from({ length: 16 }, (_, at) => {
    const nr = year * 12 + month - 2 + at
    return `${Math.floor(nr / 12)}-${String((nr % 12) + 1).padStart(2, '0')}`
  })
}

/** A time in the middle of a month in Singapore. */
export const noonIn = (month: string) => `${month}-15T04:00:00Z`

/** The filters as API parameters. */
export const askedOf = ({ ends, language, contact, from, until }: MemberFilter) => ({
  ends: ends || undefined,
  language: languages.find((one) => one === language),
  contact: contacts.find((one) => one === contact),
  from: from || undefined,
  until: until || undefined,
})

const ask = (filter: MemberFilter, part: Part) =>
  valueOf(() => api.get('/api/admin/member/list', { query: { ...askedOf(filter), ...part } }))

/** Members, paginated by cursor. */
export const membersQuery = (filter: MemberFilter, locale: Locale) =>
  infiniteQueryOptions({
    queryKey: ['members', 'list', filterSearch(filter), locale],
    meta: { shows: ['members', 'money'] },
    queryFn: ({ pageParam }) => ask(filter, rowsAfter(pageParam)),
    initialPageParam: '',
    getNextPageParam: (page) => page.next || undefined,
    placeholderData: keepPreviousData,
  })

/** How many members the list has. */
export const membersTotalQuery = (filter: MemberFilter) =>
  queryOptions({
    queryKey: ['members', 'list', filterSearch(filter), 'total'],
    meta: { shows: ['members', 'money'] },
    queryFn: () => ask(filter, theTotal),
    placeholderData: keepPreviousData,
  })
