import { queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { monthOfYear } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/messages.ts'
import { valueOf } from '../kit/session/session-gate.ts'

export type Months = Value<'/api/admin/month', 'get'>
export type Month = NonNullable<Months['items']>[number]
export type AccountCode = NonNullable<Value<'/api/admin/account-code', 'get'>['items']>[number]

/** The months of the accounts, latest first. What waits changes with bank lines and shifts too, so it is always asked. */
export const monthsQuery = queryOptions({
  queryKey: ['report', 'months'],
  meta: { shows: ['money', 'payment', 'shift'] },
  queryFn: () => valueOf(() => api.get('/api/admin/month')),
  staleTime: 0,
})

/** The account codes of the journal; categories are in the reader's language. */
export const codesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['report', 'codes', locale],
    queryFn: async () => (await valueOf(() => api.get('/api/admin/account-code'))).items ?? [],
  })

/** A month such as 2026-09 in words. */
export function monthWords(locale: Locale, month: string): string {
  return monthOfYear(locale, `${month}-01T00:00:00+08:00`)
}
