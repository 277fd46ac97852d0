import type { Cart, Hold } from '../../domain/cart.ts'

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
