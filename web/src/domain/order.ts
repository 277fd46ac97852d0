import { readAmount } from './amount.ts'
import { canBook, isSoldOut, type OfferingDetail, type OfferingOption, type Term } from './offering.ts'

/** A position chosen for a lamp or tablet; choosing does not hold it. */
export type ChosenPlace = { id: string; code: string }

/** What has been chosen so far; the amount as typed. Without positions the temple chooses them. */
export type OrderDraft = {
  optionId: string
  amount: string
  term: Term
  quantity: number
  places: readonly ChosenPlace[]
}

/** An invalid choice, with the parameters of its message. */
export type OrderProblem = {
  field: 'option' | 'amount' | 'term' | 'quantity'
  code: string
  params?: { min?: number; max?: number }
}

/** The highest quantity of one item that the server accepts. */
export const mostQuantity = 99
/** The largest open amount in cents, for options without their own limit. */
export const mostAmount = 200_000_00

/** The initial choice: the first option that is available. */
export function firstOrder(offering: OfferingDetail): OrderDraft {
  const option = offering.options.find((other) => !isSoldOut(other)) ?? offering.options[0]
  return { optionId: option?.id ?? '', amount: '', term: option?.terms[0] ?? 'once', quantity: 1, places: [] }
}

/** Restores a stored choice, as far as it still fits the offering. */
export function reviveOrder(offering: OfferingDetail, saved: unknown): OrderDraft {
  const first = firstOrder(offering)
  const { optionId, amount, term, quantity, places } = (saved ?? {}) as Record<string, unknown>
  const known = typeof optionId === 'string' && offering.options.some((option) => option.id === optionId)
  const order = choose(
    offering,
    { ...first, ...(term === 'once' || term === 'monthly' || term === 'yearly' ? { term } : {}) },
    known ? optionId : first.optionId,
  )
  return {
    ...order,
    amount: typeof amount === 'string' ? amount : '',
    quantity: typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0 ? quantity : 1,
    places: known && Array.isArray(places) ? places.filter(isPlace) : [],
  }
}

const isPlace = (place: unknown): place is ChosenPlace =>
  typeof place === 'object' &&
  place !== null &&
  'id' in place &&
  typeof place.id === 'string' &&
  'code' in place &&
  typeof place.code === 'string'

/** The positions sent with an order: none if the option offers no choice, and at most one for each piece. */
export function placesOf(option: OfferingOption | undefined, order: OrderDraft): readonly ChosenPlace[] {
  return option?.choosesPlace ? order.places.slice(0, order.quantity) : []
}

export function chosen(offering: OfferingDetail, order: OrderDraft): OfferingOption | undefined {
  return offering.options.find((option) => option.id === order.optionId)
}

/**
 * The order with another option; if the option lacks the chosen term, its first term is used, and chosen positions are
 * cleared.
 */
export function choose(offering: OfferingDetail, order: OrderDraft, optionId: string): OrderDraft {
  const terms = offering.options.find((option) => option.id === optionId)?.terms ?? []
  return {
    ...order,
    optionId,
    term: terms.includes(order.term) ? order.term : (terms[0] ?? 'once'),
    places: optionId === order.optionId ? order.places : [],
  }
}

export function hasOpenAmount(option: OfferingOption | undefined): boolean {
  return option !== undefined && option.price === undefined
}

/** The price of one, in cents; undefined as long as there is no amount. */
export function unitPrice(offering: OfferingDetail, order: OrderDraft): number | undefined {
  return chosen(offering, order)?.price ?? readAmount(order.amount)
}

export function total(offering: OfferingDetail, order: OrderDraft, asksQuantity: boolean): number | undefined {
  const price = unitPrice(offering, order)
  return price === undefined ? undefined : price * (asksQuantity ? order.quantity : 1)
}

/** The highest quantity that can be ordered at once. */
export function mostOf(option: OfferingOption | undefined): number {
  return Math.max(1, Math.min(mostQuantity, option?.remaining ?? mostQuantity, option?.perOrder ?? mostQuantity))
}

/** Checks the choice itself (not the form). */
export function checkOrder(offering: OfferingDetail, order: OrderDraft): OrderProblem[] {
  const option = chosen(offering, order)
  if (!option || !canBook(offering)) return [{ field: 'option', code: 'not-a-choice' }]
  if (isSoldOut(option)) return [{ field: 'option', code: 'item-sold-out' }]
  const found: OrderProblem[] = []
  if (hasOpenAmount(option)) {
    const cents = readAmount(order.amount)
    const [min, max] = [option.min ?? 1, option.max ?? mostAmount]
    if (order.amount.trim() === '') found.push({ field: 'amount', code: 'required' })
    else if (cents === undefined) found.push({ field: 'amount', code: 'invalid-value' })
    else if (cents < min) found.push({ field: 'amount', code: 'amount-too-small', params: { min } })
    else if (cents > max) found.push({ field: 'amount', code: 'amount-too-large', params: { max } })
  }
  if (!option.terms.includes(order.term)) found.push({ field: 'term', code: 'not-a-choice' })
  if (order.quantity < 1 || order.quantity > mostOf(option))
    found.push({ field: 'quantity', code: 'quantity-range', params: { max: mostOf(option) } })
  return found
}
