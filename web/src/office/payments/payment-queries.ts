import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { rowsAfter, theTotal, type Part } from '../kit/query/pagination.ts'
import { valueOf } from '../kit/session/session-gate.ts'
import { searchOf, type QueuePlace } from './payment-type.ts'

const ask = (place: QueuePlace, part: Part) =>
  valueOf(() =>
    api.get('/api/admin/payment', {
      query: {
        status: place.status,
        q: place.q || undefined,
        order: place.order,
        bank: place.bank || undefined,
        alike: place.alike || undefined,
        differs: place.differs || undefined,
        from: place.from || undefined,
        to: place.to || undefined,
        ...part,
      },
    }),
  )

/** A list of payments, by page; refetched every half minute, so that reviewers see each other's work. */
export const queueQuery = (place: QueuePlace) =>
  infiniteQueryOptions({
    queryKey: ['payments', searchOf(place)],
    meta: { shows: ['money'] },
    queryFn: ({ pageParam }) => ask(place, rowsAfter(pageParam)),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })

/** Count and sum of a list. */
export const queueTotalQuery = (place: QueuePlace) =>
  queryOptions({
    queryKey: ['payments', searchOf(place), 'total'],
    meta: { shows: ['money'] },
    queryFn: () => ask(place, theTotal),
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })

/** A payment, with its items in the office's language. */
export const paymentQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['payment', id, locale],
    meta: { shows: ['payment'] },
    queryFn: () => valueOf(() => api.get('/api/admin/payment/{id}', { params: { id } })),
  })

/**
 * Whether bank and payments agree: statements exist, all are parsed to the last row, every credit is decided, and none
 * is missing.
 */
export const bankAgrees = (figures: Value<'/api/admin/payment/figures', 'get'>) =>
  Boolean(figures.through) &&
  figures.filesWait + figures.rowsUnread === 0 &&
  [figures.undecided, figures.withoutOrder, figures.notInBank].every(({ count }) => count === 0)
