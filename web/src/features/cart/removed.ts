import { newIdempotencyKey } from '../../api/client.ts'
import type { Refused } from '../../forms/refusal.ts'
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
  refused?: Refused
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

/** All that can be said of an item: a field that is new has to be put back too, or this does not compile. */
type Whole = { [Field in keyof Required<Omit<CartItemInput, 'id'>>]: CartItemInput[Field] }

/** The item as it is added once more: same option, amount, term, names and places, but for those that have `gone`. */
export function asBefore(item: CartItem, gone: readonly number[] = []): CartItemInput {
  const positions = item.places?.filter((_, i) => !gone.includes(i)).map(({ id }) => id)
  const whole: Whole = {
    offeringId: item.offeringId,
    optionId: item.optionId,
    quantity: item.quantity,
    amount: item.openAmount ? item.unitPrice : undefined,
    term: item.term,
    positions: positions?.length ? positions : undefined,
    form: item.form,
  }
  return whole
}

/** Which of its places an item cannot have any more, where that alone is in the way of putting it back. */
export function gonePlaces(errors: readonly { field: string }[] = []): number[] {
  const at = errors.map(({ field }) => /^items\[0\]\.positions\[(\d+)\]$/.exec(field)?.[1])
  return at.every((one) => one !== undefined) ? at.map(Number) : []
}

/** The item that this cart has and the other had not. */
export function addedTo(cart: Cart, before: readonly CartItem[]): CartItem | undefined {
  const known = new Set(before.map(({ id }) => id))
  return cart.items.find(({ id }) => !known.has(id))
}

const unfocused = (removed: readonly Removed[]) => removed.map((one) => (one.focus ? { ...one, focus: false } : one))
