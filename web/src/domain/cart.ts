import type { components } from '../api/schema'

type Schemas = components['schemas']

/**
 * The cart as the server returns it; its id is empty for visitors without a cart. Amounts in cents, times in RFC 3339.
 */
export type Cart = Schemas['CartView']
export type CartItem = Schemas['CartItemView']
/** The body of POST /api/cart; with an id it changes that item, and what it omits stays. */
export type CartItemInput = Schemas['CartItemIn']
/** A picture stored on the server. */
export type Picture = Schemas['CartFileView']
/** The QR code, and how long prices and stock are held. */
export type Hold = Omit<Schemas['CartHoldView'], 'payload'>

/** Payment method codes of the contract. */
export const method = { cash: 1, payNow: 2001 } as const
export type Method = (typeof method)[keyof typeof method]

/**
 * Cents that the visitor may already have transferred for this cart: before the cart changed, or with a QR code whose
 * prices are no longer held. While the code is valid this is not needed: the checkout continues by itself.
 */
export function mayBeTransferred({ unclaimed, qrShown, hold }: Cart): number | undefined {
  if (unclaimed) return unclaimed.declaredAmount ?? unclaimed.amount
  return hold ? undefined : qrShown
}

/** Whether the cart contains a name, which the visitor should check before it is written on a lamp or tablet. */
export function hasNames({ items }: Cart): boolean {
  return items.some(({ sheet }) => sheet?.groups?.some(({ people }) => people.length > 0))
}
