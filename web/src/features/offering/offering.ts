/** How often an offering is made: one payment, or one each month or year. */
export type Term = 'once' | 'monthly' | 'yearly'

/** A choice of an offering; amounts in cents. */
export type OfferingOption = {
  id: string
  key: string
  title: string
  chineseTitle: string
  description: string
  /** Absent for an amount that the visitor chooses, between min and max. */
  price?: number
  min?: number
  max?: number
  nameCapacity?: number
  /** Absent: without limit. */
  remaining?: number
  terms: readonly Term[]
}

/** An offering with all that its page needs; `Form` is what it asks for. */
export type OfferingDetail<Form = unknown> = {
  id: string
  key: string
  category: { key: string; title: string }
  title: string
  chineseTitle: string
  summary: string
  /** Sanitised by the server. */
  html: string
  art: string
  state: 'open' | 'soon' | 'closed' | 'sold-out'
  /** Not sold here: the office is asked. */
  enquiryOnly?: boolean
  opensAt?: string
  closesAt?: string
  options: readonly OfferingOption[]
  form: Form | null
}

export function canBook(offering: OfferingDetail): boolean {
  return offering.state === 'open' && !offering.enquiryOnly && offering.options.length > 0
}

export function isSoldOut(option: OfferingOption): boolean {
  return option.remaining !== undefined && option.remaining <= 0
}
