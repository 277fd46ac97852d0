import { describe, expect, it } from 'vitest'
import type { Cart } from '../../domain/cart.ts'
import { nextChange, qrState } from './progress.ts'

const at = (clock: string) => Date.parse(`2026-11-21T${clock}:00Z`)
const hold = {
  reference: 'ABCDEFGH23',
  amount: 8800,
  payload: '',
  imageUrl: '/qr.png',
  qrExpiresAt: '2026-11-21T04:45:00Z',
  heldUntil: '2026-11-21T05:00:00Z',
}
const empty: Cart = {
  id: 'c',
  currency: 'SGD',
  subTotal: 8800,
  paymentReference: 'ABCDEFGH23',
  expiresAt: '2026-12-21T04:00:00Z',
  items: [],
}

describe('the state of the QR code', () => {
  it('the QR code state is "none" before it is shown', () => expect(qrState(empty, at('04:00'))).toBe('none'))
  it('the QR code state is "live" until it expires', () =>
    expect(qrState({ hold, qrShown: 8800 }, at('04:44'))).toBe('live'))
  it('the QR code state is "late" while prices are still held', () =>
    expect(qrState({ hold, qrShown: 8800 }, at('04:45'))).toBe('late'))
  it('the QR code state is "over" once the hold has ended', () =>
    expect(qrState({ hold, qrShown: 8800 }, at('05:00'))).toBe('over'))
  it('the QR code state is "over" when the server has dropped the hold', () =>
    expect(qrState({ qrShown: 8800 }, at('04:10'))).toBe('over'))
  it('the QR code state changes next at expiry, then at the end of the hold', () => {
    expect(nextChange(hold, at('04:00'))).toBe(at('04:45'))
    expect(nextChange(hold, at('04:50'))).toBe(at('05:00'))
    expect(nextChange(hold, at('05:10'))).toBeUndefined()
  })
})
