import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { rowsAfter, theTotal, type Part } from '../kit/query/pagination.ts'
import { valueOf } from '../kit/session/session-gate.ts'

export type AuditEntry = Value<'/api/admin/audit', 'get'>['items'][number]

/** The filters of the audit trail, as in the URL. */
export type AuditPlace = { person: string; action: string; subject: string; from: string; until: string }

const names = ['person', 'action', 'subject', 'from', 'until'] as const

export function placeOf(search: string): AuditPlace {
  const query = new URLSearchParams(search)
  const [person, action, subject, from, until] = names.map((name) => query.get(name) ?? '')
  return { person: person ?? '', action: action ?? '', subject: subject ?? '', from: from ?? '', until: until ?? '' }
}

/** The query string of the filters, without empty ones. */
export function searchOf(place: AuditPlace): string {
  const query = new URLSearchParams(names.filter((name) => place[name]).map((name) => [name, place[name]]))
  return query.size > 0 ? `?${query}` : ''
}

/** The download URL of the audit trail, with the same filters. */
export function exportOf(place: AuditPlace, format: 'csv' | 'xlsx', locale: Locale): string {
  const query = new URLSearchParams(searchOf(place))
  query.set('format', format)
  query.set('locale', locale)
  return `/api/admin/audit/export?${query}`
}

const ask = (place: AuditPlace, part: Part) =>
  valueOf(() =>
    api.get('/api/admin/audit', {
      query: {
        person: place.person || undefined,
        action: place.action || undefined,
        subject: place.subject || undefined,
        from: place.from || undefined,
        until: place.until || undefined,
        ...part,
      },
    }),
  )

/** The audit trail, newest first, by page. */
export const auditQuery = (place: AuditPlace, locale: Locale) =>
  infiniteQueryOptions({
    queryKey: ['audit', place, locale],
    queryFn: ({ pageParam }) => ask(place, rowsAfter(pageParam)),
    initialPageParam: '',
    getNextPageParam: (page) => page.next || undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** How many entries match the filters. */
export const auditTotalQuery = (place: AuditPlace) =>
  queryOptions({
    queryKey: ['audit', place, 'total'],
    queryFn: () => ask(place, theTotal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
