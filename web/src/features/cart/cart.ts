import type { Sheet } from '../../page/sheet.ts'

/** The cart as the server answers it; amounts in cents, times RFC 3339. */
export type Cart = {
  /** Empty on pages of visitors without a cart. */
  id: string
  currency: 'SGD'
  subTotal: number
  paymentReference: string
  expiresAt: string
  items: readonly CartItem[]
  /** A transfer that met a changed cart: it must not be made again. */
  unclaimed?: { amount: number; declaredAmount?: number; transactionDateTime?: string }
  /** Cents of the last QR code that was shown. */
  qrShown?: number
  /** As long as the code's prices and places are kept. */
  hold?: { heldUntil: string }
  /** Of the pictures that were sent so far. */
  uploadId?: string
  /** On the page of an empty cart: the order that this session has just placed. */
  received?: { id: string; number: string }
  kept?: { paymentReference: string; sentAt: string }
}

export type CartItem = {
  id: string
  offeringId: string
  offeringKey: string
  optionId: string
  optionKey: string
  title: string
  optionTitle: string
  art: string
  quantity: number
  unitPrice: number
  amount: number
  /** The visitor chose the unit price. */
  openAmount?: boolean
  term?: 'monthly' | 'yearly'
  formKey?: string
  /** The values, keyed by field. */
  form?: Record<string, unknown>
  /** The form as it is read. */
  sheet?: Sheet
  state: 'ok' | 'changed' | 'unavailable'
  reason?: 'withdrawn' | 'not-open' | 'closed' | 'sold-out' | 'term' | 'amount'
  /** Of a changed item: what one cost when it was shown last. */
  priceBefore?: number
}

/** One item of POST /api/cart; with an id it changes that item, and what it leaves out stays. */
export type CartItemInput = {
  id?: string
  offeringId: string
  optionId: string
  quantity: number
  /** Cents, where the visitor chooses the amount. */
  amount?: number
  term?: string
  form?: Record<string, unknown>
}

/**
 * Cents that may have been transferred for this cart already: what met a changed cart, or a QR code whose prices are no
 * longer kept. With a living code the checkout goes on by itself.
 */
export function mayBeTransferred({ unclaimed, qrShown, hold }: Cart): number | undefined {
  if (unclaimed) return unclaimed.declaredAmount ?? unclaimed.amount
  return hold ? undefined : qrShown
}

/** Whether two carts look the same to the visitor. */
export function sameCart(one: Cart, other: Cart): boolean {
  const seen = ({ items, subTotal }: Cart) =>
    JSON.stringify([
      subTotal,
      items.map((item) => [item.id, item.optionId, item.quantity, item.amount, item.state, item.form]),
    ])
  return seen(one) === seen(other)
}

/** Whether somebody's name stands in the cart: it is to be read before it is written on a lamp or a tablet. */
export function hasNames({ items }: Cart): boolean {
  return items.some(({ sheet }) => sheet?.groups?.some(({ people }) => people.length > 0))
}
