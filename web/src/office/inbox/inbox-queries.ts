import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { valueOf } from '../kit/session/session-gate.ts'

export type Inbox = Value<'/api/admin/form-entry', 'get'>
export type InboxRow = Inbox['items'][number]
export type Entry = Value<'/api/admin/form-entry/{id}', 'get'>
export type EntryMessage = Entry['messages'][number]

/** The lists of the inbox, in order. */
export const tabs = ['open', 'mine', 'waiting', 'done', 'spam'] as const
export type Tab = (typeof tabs)[number]
export type Place = { tab: Tab; q: string; page: number }

const pageSize = 20

/** The inbox filters in the query string. A search covers all lists. */
export function placeOf(search: string): Place {
  const at = new URLSearchParams(search)
  const tab = tabs.find((one) => one === at.get('tab')) ?? 'open'
  return { tab, q: at.get('q') ?? '', page: Math.max(1, Math.trunc(Number(at.get('page'))) || 1) }
}

export function searchOf({ tab, q, page }: Place): string {
  const at = new URLSearchParams({
    ...(tab !== 'open' && { tab }),
    ...(q && { q }),
    ...(page > 1 && { page: String(page) }),
  })
  return at.size > 0 ? `?${at}` : ''
}

export const pagesOf = ({ total }: Inbox) => Math.max(1, Math.ceil(total / pageSize))

export const inboxQuery = ({ tab, q, page }: Place, locale: Locale) =>
  queryOptions({
    queryKey: ['inbox', tab, q, page, locale],
    meta: { shows: ['inbox'] },
    queryFn: () =>
      valueOf(() =>
        api.get('/api/admin/form-entry', { query: { q: q || undefined, tab: q ? undefined : tab, page, pageSize } }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

export const entryQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['inbox', 'entry', id, locale],
    meta: { shows: ['inbox'] },
    queryFn: () => valueOf(() => api.get('/api/admin/form-entry/{id}', { params: { id } })),
    // Polls while an answer is being delivered, to show the result soon.
    refetchInterval: (query) =>
      query.state.data?.messages.some(({ letter }) => letter?.state === 'waits' || letter?.state === 'trying')
        ? 5_000
        : 60_000,
  })
