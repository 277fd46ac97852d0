import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { phone } from '../../i18n/format.ts'
import type { IconName } from '../../ui/icon.tsx'
import { rowsAfter } from '../kit/query/pagination.ts'
import { recordPath } from '../kit/site/record-kinds.ts'
import { valueOf } from '../kit/session/session-gate.ts'

/** An area of the office that the user's roles open, with its translated name. */
export type OpenArea = { id: string; icon: IconName; name: string }

/** A search result: its address in the office, and a line that distinguishes it. */
export type Found = { id: string; href: string; name: string; more: string; lang?: 'zh-Hans' }

/** What is searched, in display order; each uses the API call of its area. */
export const sources = ['orders', 'members', 'pages', 'ceremonies'] as const
export type Source = (typeof sources)[number]

/** Whether a text is long enough to search: a single Chinese character is, since it may be a name. */
export const isLongEnough = (q: string) => q.length >= 2 || /\p{Script=Han}/u.test(q)

const most = 5

/** The first results of a source. Only users with access to the area send the request; the server refuses others. */
export const foundQuery = (source: Source, areas: readonly OpenArea[], q: string, locale: Locale) =>
  queryOptions({
    queryKey: ['find', source, q, locale],
    queryFn: async () => (await find[source](q, locale)).slice(0, most),
    enabled: isLongEnough(q) && areas.some(({ id }) => id === source),
    staleTime: 10_000,
  })

const both = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' · ')

const find: Readonly<Record<Source, (q: string, locale: Locale) => Promise<Found[]>>> = {
  orders: async (q) => {
    const page = await valueOf(() => api.get('/api/admin/order', { query: { show: 'all', q, ...rowsAfter('') } }))
    return (page.items ?? []).map((row) => ({
      id: row.id,
      href: `/orders/${row.id}`,
      name: row.payer === row.payerChinese ? row.payer : [row.payer, row.payerChinese].filter(Boolean).join(' '),
      more: both(row.number, row.paymentReference, row.mobile && phone(row.mobile)),
    }))
  },
  members: async (q) => {
    // The server searches members from two characters on.
    if (q.length < 2) return []
    const page = await valueOf(() => api.get('/api/admin/member', { query: { q, ...rowsAfter('') } }))
    return [
      ...(page.items ?? []).map((row) => ({ ...row, phone: '' })),
      // People of imported lists without an account are on the same page.
      ...(page.imported ?? []),
    ].map((row) => ({
      id: row.id,
      href: `/members?${new URLSearchParams({ q: row.mobile || row.phone || row.email || row.name })}`,
      name: row.name === row.chineseName ? row.name : [row.name, row.chineseName].filter(Boolean).join(' '),
      more: both(phone(row.mobile || row.phone), row.email),
    }))
  },
  pages: async (q, locale) => {
    const { items } = await valueOf(() => api.get('/api/admin/written', { query: { q } }))
    return items.map(({ record, excerpt }) => {
      const { en, zh } = record.title
      return {
        id: record.id,
        href: recordPath(record),
        name: (locale === 'zh' ? zh || en : en || zh) || record.key,
        more: `${excerpt.before}${excerpt.found}${excerpt.after}`,
      }
    })
  },
  ceremonies: async (q, locale) => {
    const page = await valueOf(() => api.get('/api/admin/ceremony/find', { query: { q } }))
    return (page.items ?? []).map((list) => ({
      id: list.id,
      href: `/ceremonies/${list.id}?${new URLSearchParams({ show: 'all', q })}`,
      name: list.title[locale],
      more: list.lunar,
    }))
  },
}
