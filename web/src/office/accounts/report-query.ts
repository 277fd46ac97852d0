import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { valueOf } from '../kit/session-gate.ts'
import type { Period } from './periods.ts'

export type Report = Value<'/api/admin/report', 'get'>
export type ReportLine = NonNullable<Report['byMethod']>[number]
export type ReportPoint = NonNullable<Report['points']>[number]

/** A day or a time in figures; without a period it is today. */
export const reportQuery = (period: Period | undefined, locale: Locale) =>
  queryOptions({
    queryKey: ['report', period?.from ?? '', period?.to ?? '', locale],
    queryFn: () => valueOf(() => api.get('/api/admin/report', { query: { ...period } })),
    placeholderData: keepPreviousData,
  })

export const yearsQuery = queryOptions({
  queryKey: ['report', 'years'],
  queryFn: async () => (await valueOf(() => api.get('/api/admin/report/year'))).years ?? [],
})

/** The shortest text that the server searches for. */
export const shortest = 2

export const membersQuery = (q: string) =>
  queryOptions({
    queryKey: ['report', 'members', q],
    queryFn: () => valueOf(() => api.get('/api/admin/report/member', { query: { q } })),
    enabled: q.length >= shortest,
    staleTime: 0,
  })
