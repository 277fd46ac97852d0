import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { mergeOrder, neighbours } from './order.ts'
import { paymentQuery, queueQuery, queueTotalQuery } from './payment-queries.ts'
import { searchOf, type QueuePlace } from './payment-type.ts'

// The order of a list when it was opened, while the user goes through its payments.
const orders = new Map<string, string[]>()

/** Call when a list is opened: its payments are then shown in their current order. */
export function forgetOrders(): void {
  orders.clear()
  later.clear()
}

// Payments moved to the end for this round; the list's own order does not change.
const later = new Set<string>()

/** Moves a payment behind all others of its list. */
export function putLast(id: string): void {
  later.add(id)
}

export type Neighbours = { next?: string; previous?: string; place: number; total: number; more: boolean }

/** The payments before and after one in its list. The next one is prefetched. */
export function useNeighbours(id: string, at: QueuePlace): Neighbours {
  const client = useQueryClient()
  const locale = useLocale()
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(queueQuery(at))
  const rows = data?.pages.flatMap((page) => page.items ?? []) ?? []
  const fresh = rows.map((row) => row.id)
  const taken = new Set(rows.filter((row) => row.claimedBy).map((row) => row.id))
  const name = searchOf(at)
  const known = mergeOrder(orders.get(name) ?? [], fresh)
  if (data) orders.set(name, known)
  const soon = neighbours(known, fresh, id, new Set([...taken, ...later]))
  const any = neighbours(known, fresh, id, taken)
  const next = soon.next ?? any.next
  const previous = soon.previous ?? any.previous
  const total = useQuery(queueTotalQuery(at)).data
  const atEnd = fresh.length - any.place < 3
  useEffect(() => {
    if (atEnd && hasNextPage && !isFetching) void fetchNextPage()
  }, [atEnd, hasNextPage, isFetching, fetchNextPage])
  useEffect(() => {
    if (!next) return
    void client.ensureQueryData(paymentQuery(next, locale)).then(
      (payment) => payment.pictures?.slice(0, 1).forEach(({ url }) => (new Image().src = url)),
      () => {}, // opening it will request it again and show the error
    )
  }, [client, locale, next])
  return { next, previous, place: any.place, total: total?.total ?? 0, more: total?.more ?? false }
}
