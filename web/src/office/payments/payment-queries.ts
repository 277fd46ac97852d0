import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { valueOf } from '../session-gate.ts'
import { pageSize, type QueuePlace, type QueueStatus } from './payment-type.ts'

/** A page of a list; looked at again every half minute, so that two reviewers see each other's work. */
export const queueQuery = (place: QueuePlace) =>
  queryOptions({
    queryKey: ['payments', place.status, place.q, place.page],
    queryFn: () =>
      valueOf(() =>
        api.get('/api/admin/payment', {
          query: { status: place.status, q: place.q || undefined, page: place.page, pageSize },
        }),
      ),
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })

/** How many payments a list has, and their sum. */
export const totalQuery = (status: QueueStatus, q: string) =>
  queryOptions({
    queryKey: ['payments', status, q, 'total'],
    queryFn: async () => {
      const { total, sum } = await valueOf(() =>
        api.get('/api/admin/payment', { query: { status, q: q || undefined, pageSize: 1 } }),
      )
      return { total, sum }
    },
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })

/** One payment, with its items in the office's language. */
export const paymentQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['payment', id, locale],
    queryFn: () => valueOf(() => api.get('/api/admin/payment/{id}', { params: { id } })),
  })
