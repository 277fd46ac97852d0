import type { components } from '../api/schema'

type Schemas = components['schemas']

/** The cart as the server answers it; its id is empty for visitors without a cart. Amounts in cents, times RFC 3339. */
export type Cart = Schemas['CartView']
export type CartItem = Schemas['CartItemView']
/** One item of POST /api/cart; with an id it changes that item, and what it leaves out stays. */
export type CartItemInput = Schemas['CartItemIn']
/** A picture that the server keeps. */
export type Picture = Schemas['CartFileView']
/** The QR code, and until when prices and places are held. */
export type Hold = Omit<Schemas['CartHoldView'], 'payload'>

/** Codes of the contract. */
export const method = { cash: 1, payNow: 2001 } as const
export type Method = (typeof method)[keyof typeof method]

/**
 * Cents that may have been transferred for this cart already: what met a changed cart, or a QR code whose prices are no
 * longer kept. With a living code the checkout goes on by itself.
 */
export function mayBeTransferred({ unclaimed, qrShown, hold }: Cart): number | undefined {
  if (unclaimed) return unclaimed.declaredAmount ?? unclaimed.amount
  return hold ? undefined : qrShown
}

/** Whether somebody's name stands in the cart: it is to be read before it is written on a lamp or a tablet. */
export function hasNames({ items }: Cart): boolean {
  return items.some(({ sheet }) => sheet?.groups?.some(({ people }) => people.length > 0))
}
