import { method, type Cart, type Hold } from '../../domain/cart.ts'

/**
 * Where a PayNow checkout stands, by what the server knows of it:
 * `none` no QR code yet, or one of another amount; `live` it can be scanned; `late` it cannot be scanned any more but
 * prices are still held; `over` the hold is over.
 */
export type QrState = 'none' | 'live' | 'late' | 'over'

export function qrState(cart: Pick<Cart, 'hold' | 'qrShown'>, now: number): QrState {
  const { hold } = cart
  if (hold && now < Date.parse(hold.qrExpiresAt)) return 'live'
  if (hold && now < Date.parse(hold.heldUntil)) return 'late'
  return cart.qrShown === undefined ? 'none' : 'over'
}

/** The moment at which {@link qrState} changes by itself. */
export function nextChange(hold: Hold | undefined, now: number): number | undefined {
  if (!hold) return undefined
  return [Date.parse(hold.qrExpiresAt), Date.parse(hold.heldUntil)].find((moment) => moment > now)
}

/** What is still to be done, for the one line that says so; keys of `checkout.todo-…`. */
export type Todo = 'method' | 'qr' | 'upload' | 'answer' | 'send' | 'cash'

/** The next thing to do, so that a page opened again goes on where it was. */
export function nextTodo(cart: Cart, qr: QrState): Todo {
  if (cart.method === method.cash) return 'cash'
  if (cart.method !== method.payNow) return 'method'
  const pictured = (cart.files?.length ?? 0) > 0
  if (pictured) return cart.declaredAmount === undefined ? 'answer' : 'send'
  return qr === 'none' ? 'qr' : 'upload'
}

/** Whether a transfer may have been made for this cart already, so that nobody is told to transfer again. */
export function mayHaveTransferred(cart: Cart): boolean {
  return cart.unclaimed !== undefined || (cart.files?.length ?? 0) > 0
}
