import type { components } from '../api/schema'

type Schemas = components['schemas']

/** An offering in a list; `words` and `pinyin` are what a search looks in. */
export type OfferingSummary = Schemas['OfferingCard']
/** An offering with all that its page needs. */
export type OfferingDetail = Schemas['OfferingDetail']
/** A choice of an offering; without a price the visitor chooses the amount. Amounts in cents. */
export type OfferingOption = Schemas['OfferingOption']
/** How often an offering is made: one payment, or one each month or year. */
export type Term = OfferingOption['terms'][number]

export function canBook(offering: OfferingDetail): boolean {
  return offering.state === 'open' && !offering.enquiryOnly && offering.options.length > 0
}

export function isSoldOut(option: OfferingOption): boolean {
  return option.remaining !== undefined && option.remaining <= 0
}
