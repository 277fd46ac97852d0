import type { Cart, Hold } from '../../domain/cart.ts'

/**
 * The state of a PayNow checkout, as the server knows it: `none` no QR code yet, or one for another amount; `live` the
 * code is valid; `late` the code has expired but prices are still held; `over` the hold has expired.
 */
export type QrState = 'none' | 'live' | 'late' | 'over'

export function qrState(cart: Pick<Cart, 'hold' | 'qrShown'>, now: number): QrState {
  const { hold } = cart
  if (hold && now < Date.parse(hold.qrExpiresAt)) return 'live'
  if (hold && now < Date.parse(hold.heldUntil)) return 'late'
  return cart.qrShown === undefined ? 'none' : 'over'
}

/** The time at which {@link qrState} changes next. */
export function nextChange(hold: Hold | undefined, now: number): number | undefined {
  if (!hold) return undefined
  return [Date.parse(hold.qrExpiresAt), Date.parse(hold.heldUntil)].find((moment) => moment > now)
}
