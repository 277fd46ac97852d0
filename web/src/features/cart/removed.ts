import { newIdempotencyKey } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import type { Refused } from '../../forms/use-errors.ts'
import type { Cart, CartItem, CartItemInput } from '../../domain/cart.ts'

/** An item that was just taken out of the cart, and where it stood. */
export type Removed = {
  item: CartItem
  /** Among the items and what was taken out before. */
  place: number
  /** However often it is put back, it is in the cart once. */
  key: string
  /** The focus belongs here: the button that was pressed has gone with its item. */
  focus: boolean
  /** Why it could not be put back, as it was told in a language. */
  refused?: Refused & { toldIn: Locale }
}

/** Items and what was taken out, each in its place. */
export function inPlace(items: readonly CartItem[], removed: readonly Removed[]): (CartItem | Removed)[] {
  const all: (CartItem | Removed)[] = [...items]
  for (const one of [...removed].sort((a, b) => a.place - b.place)) all.splice(one.place, 0, one)
  return all
}

/** Tells an item of the cart from one that was taken out. */
export function isRemoved(one: CartItem | Removed): one is Removed {
  return 'place' in one
}

/** Remembers an item that was taken out of these. */
export function withRemoved(removed: readonly Removed[], items: readonly CartItem[], item: CartItem): Removed[] {
  const place = inPlace(items, removed).findIndex((one) => !isRemoved(one) && one.id === item.id)
  return [...unfocused(removed), { item, place: Math.max(place, 0), key: newIdempotencyKey(), focus: true }]
}

/** Forgets one that is in the cart again, or was put away. Those below it move up. */
export function withoutRemoved(removed: readonly Removed[], key: string): Removed[] {
  const gone = removed.find((one) => one.key === key)
  return unfocused(removed)
    .filter((one) => one.key !== key)
    .map((one) => (gone && one.place > gone.place ? { ...one, place: one.place - 1 } : one))
}

/** Notes that one could not be put back, and why where the server said it. */
export function withRefusal(removed: readonly Removed[], key: string, refused: Removed['refused']): Removed[] {
  return unfocused(removed).map((one) => (one.key === key ? { ...one, focus: true, refused } : one))
}

/** The item as it is added once more: same option, amount, term and names. */
export function asBefore(item: CartItem): CartItemInput {
  return {
    offeringId: item.offeringId,
    optionId: item.optionId,
    quantity: item.quantity,
    ...(item.openAmount && { amount: item.unitPrice }),
    ...(item.term && { term: item.term }),
    ...(item.form !== undefined && { form: item.form }),
  }
}

/** The item that this cart has and the other had not. */
export function addedTo(cart: Cart, before: readonly CartItem[]): CartItem | undefined {
  const known = new Set(before.map(({ id }) => id))
  return cart.items.find(({ id }) => !known.has(id))
}

const unfocused = (removed: readonly Removed[]) => removed.map((one) => (one.focus ? { ...one, focus: false } : one))
