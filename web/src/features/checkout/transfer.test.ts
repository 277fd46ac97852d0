import { describe, expect, it } from 'vitest'
import type { Cart } from '../../domain/cart.ts'
import { checkTransfer, justUploaded, noTransfer, saidOf, transferOf } from './transfer.ts'

const now = Date.parse('2026-11-21T04:00:00Z')
const picture = { id: '1', name: 'a.jpg', width: 1, height: 1, mime: 'image/jpeg', size: 900, url: '/1' }
const cart: Cart = {
  id: 'c',
  currency: 'SGD',
  subTotal: 8800,
  paymentReference: 'ABCDEFGH23',
  expiresAt: '2026-12-21T04:00:00Z',
  items: [],
  uploadId: 'u',
  files: [picture],
}

it('the name on the bank account is the payer’s own until another is typed', () => {
  expect(saidOf(noTransfer, 'Tan Bee Leng').declaredPayer).toBe('Tan Bee Leng')
  expect(saidOf({ ...noTransfer, payer: ' Lim ' }, 'Tan Bee Leng').declaredPayer).toBe('Lim')
  expect(saidOf({ ...noTransfer, payer: '' }, 'Tan Bee Leng').declaredPayer).toBeUndefined()
})

describe('a transfer resumed from the server', () => {
  it('a resumed transfer has its receipt images, and the amount due', () =>
    expect(transferOf(cart)).toEqual({ fileId: 'u', pictures: [picture], amount: '88.00', time: '' }))
  it('a resumed transfer has no amount before there is a receipt image', () =>
    expect(transferOf({ ...cart, uploadId: undefined, files: undefined }).amount).toBe(''))
  it('a resumed transfer has the declared amount', () =>
    expect(transferOf({ ...cart, declaredAmount: 8000 }).amount).toBe('80.00'))
  it('a resumed transfer shows its time in Singapore time', () =>
    expect(transferOf({ ...cart, transactionDateTime: '2026-11-21T04:00:00Z' }).time).toBe('2026-11-21T12:00'))
  it('a resumed transfer keeps the amount from before the cart changed, never the new total', () =>
    expect(transferOf({ ...cart, subTotal: 9800, unclaimed: { amount: 8800, declaredAmount: 8800 } }).amount).toBe(
      '88.00',
    ))
})

describe('what is missing before a payment can be sent', () => {
  const whole = { ...transferOf(cart), time: '2026-11-21T12:00' }
  const ids = (transfer: typeof whole) => checkTransfer(transfer, now).map(({ id }) => id)
  it('before payment only the receipt image is missing at first: the fields appear with it', () =>
    expect(ids(noTransfer)).toEqual(['receipt']))
  it('an invalid amount and time are missing before payment', () =>
    expect(ids({ ...whole, amount: 'abc', time: '' })).toEqual(['transfer-amount', 'transfer-time']))
  it('nothing that an existing receipt image already has is missing before payment', () =>
    expect(checkTransfer(justUploaded(noTransfer, { fileId: 'u', files: [picture] }, 8800, now), now)).toEqual([]))
})

it('the amount in the field is what is declared', () =>
  expect(['S$80', '0', ''].map((amount) => saidOf({ ...noTransfer, amount }).declaredAmount)).toEqual([
    8000,
    undefined,
    undefined,
  ]))
