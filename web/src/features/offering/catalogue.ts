import type { OfferingSummary } from './offering-card.tsx'

/** The offerings of a category (all without one) whose title in either language or summary has every word. */
export function findOfferings(
  offerings: readonly OfferingSummary[],
  category: string | undefined,
  search: string,
): OfferingSummary[] {
  const words = search.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)
  return offerings.filter((offering) => {
    if (category && offering.category !== category) return false
    const text = `${offering.title} ${offering.chineseTitle} ${offering.summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
