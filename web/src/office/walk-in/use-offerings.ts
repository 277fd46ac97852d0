import { useQueries } from '@tanstack/react-query'
import { useLocale } from '../../i18n/context.tsx'
import type { DraftItem, Offering } from './draft.ts'
import { asksQuantity } from './draft.ts'
import { chosen, total } from '../../domain/order.ts'
import { offeringQuery } from './walk-in-queries.ts'

/** A line of the order with its offering. */
export type Line = {
  item: DraftItem
  offering: Offering
  title: string
  optionTitle: string
  cents: number | undefined
}

/** The lines of the order with their offerings; undefined while one of them is loading. */
export function useLines(items: readonly DraftItem[]): { lines: Line[] | undefined; error: Error | null } {
  const locale = useLocale()
  const keys = [...new Set(items.map((item) => item.offeringKey))]
  const found = useQueries({ queries: keys.map((key) => offeringQuery(key, locale)) })
  const error = found.find((each) => each.error)?.error ?? null
  const byKey = new Map(found.flatMap(({ data }) => (data ? [[data.key, data] as const] : [])))
  if (byKey.size < keys.length) return { lines: undefined, error }
  const lines = items.flatMap((item) => {
    const offering = byKey.get(item.offeringKey)
    if (!offering) return []
    const cents = total(offering, item.order, asksQuantity(offering, item.order))
    return [{ item, offering, title: offering.title, optionTitle: chosen(offering, item.order)?.title ?? '', cents }]
  })
  return { lines, error }
}
