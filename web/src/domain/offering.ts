import type { components } from '../api/schema'

type Schemas = components['schemas']

/** An offering in a list. */
export type OfferingSummary = Schemas['OfferingCard']
/** What a search for an offering looks at. */
export type OfferingIndex = Pick<Schemas['OfferingIndexed'], 'words' | 'pinyin'>
/** An offering with everything that its page shows. */
export type OfferingDetail = Schemas['OfferingDetail']
/** An option of an offering; without a price the visitor chooses the amount. Amounts in cents. */
export type OfferingOption = Schemas['OfferingOption']
/** How an offering is paid: once, or each month or year. */
export type Term = OfferingOption['terms'][number]

export function canBook(offering: OfferingDetail): boolean {
  return offering.state === 'open' && !offering.enquiryOnly && offering.options.length > 0
}

export function isSoldOut(option: OfferingOption): boolean {
  return option.remaining !== undefined && option.remaining <= 0
}
