import { newIdempotencyKey } from '../../api/client.ts'
import type { Refused } from '../../forms/refusal.ts'
import type { Cart, CartItem, CartItemInput } from '../../domain/cart.ts'

/** An item that was just removed from the cart, and its index. */
export type Removed = {
  item: CartItem
  /** Index among the items and the earlier removed ones. */
  place: number
  /** The idempotency key of the undo: repeated requests add it once. */
  key: string
  /** The focus moves here, because the pressed button was removed with its item. */
  focus: boolean
  /** Why it could not be restored. */
  refused?: Refused
}

/** Items and removed items in their original order. */
export function inPlace(items: readonly CartItem[], removed: readonly Removed[]): (CartItem | Removed)[] {
  const all: (CartItem | Removed)[] = [...items]
  for (const one of [...removed].sort((a, b) => a.place - b.place)) all.splice(one.place, 0, one)
  return all
}

/** Whether an entry is a removed item. */
export function isRemoved(one: CartItem | Removed): one is Removed {
  return 'place' in one
}

/** Adds an item that was removed from these items. */
export function withRemoved(removed: readonly Removed[], items: readonly CartItem[], item: CartItem): Removed[] {
  const place = inPlace(items, removed).findIndex((one) => !isRemoved(one) && one.id === item.id)
  return [...unfocused(removed), { item, place: Math.max(place, 0), key: newIdempotencyKey(), focus: true }]
}

/** Forgets a removed item that was restored or dismissed. Those below it move up. */
export function withoutRemoved(removed: readonly Removed[], key: string): Removed[] {
  const gone = removed.find((one) => one.key === key)
  return unfocused(removed)
    .filter((one) => one.key !== key)
    .map((one) => (gone && one.place > gone.place ? { ...one, place: one.place - 1 } : one))
}

/** Records that an item could not be restored, with the reason if the server gave one. */
export function withRefusal(removed: readonly Removed[], key: string, refused: Removed['refused']): Removed[] {
  return unfocused(removed).map((one) => (one.key === key ? { ...one, focus: true, refused } : one))
}

/** All properties of an item: typed so that a new property must be added here, or it would be lost on undo. */
type Whole = { [Field in keyof Required<Omit<CartItemInput, 'id'>>]: CartItemInput[Field] }

/**
 * The request body that adds the item again: same option, amount, term, names and positions, except those positions
 * that have `gone`.
 */
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

/** The indexes of an item's positions that are no longer available, if nothing else prevents restoring it. */
export function gonePlaces(errors: readonly { field: string }[] = []): number[] {
  const at = errors.map(({ field }) => /^items\[0\]\.positions\[(\d+)\]$/.exec(field)?.[1])
  return at.every((one) => one !== undefined) ? at.map(Number) : []
}

/** The item that is in this cart and was not in the other. */
export function addedTo(cart: Cart, before: readonly CartItem[]): CartItem | undefined {
  const known = new Set(before.map(({ id }) => id))
  return cart.items.find(({ id }) => !known.has(id))
}

const unfocused = (removed: readonly Removed[]) => removed.map((one) => (one.focus ? { ...one, focus: false } : one))
