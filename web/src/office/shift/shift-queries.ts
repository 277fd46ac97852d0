import { queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { valueOf } from '../kit/session/session-gate.ts'
import { keyedQuery } from '../kit/list/keyed-queries.ts'

export type ShiftReport = Value<'/api/admin/shift/{id}', 'get'>
export type Shift = ShiftReport['shift']

/** The user's own open shift, null if there is none. */
export const currentShiftQuery = queryOptions({
  queryKey: ['shift', 'current'],
  meta: { shows: ['money', 'shift'] },
  queryFn: async () => (await valueOf(() => api.get('/api/admin/shift/current'))).shift ?? null,
})

/** A shift with its report, titles in the office's language. */
export const reportQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['shift', 'report', id, locale],
    meta: { shows: ['money', 'shift'] },
    queryFn: () => valueOf(() => api.get('/api/admin/shift/{id}', { params: { id } })),
    enabled: id !== '',
  })

/** Shifts, newest first: the user's own or, for the treasurer, all. */
export const shiftsQuery = keyedQuery('/api/admin/shift', { part: 'rows' }, 'money', 'shift')
