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

it('has the own name of who pays as that on the bank account, until another is typed', () => {
  expect(saidOf(noTransfer, 'Tan Bee Leng').declaredPayer).toBe('Tan Bee Leng')
  expect(saidOf({ ...noTransfer, payer: ' Lim ' }, 'Tan Bee Leng').declaredPayer).toBe('Lim')
  expect(saidOf({ ...noTransfer, payer: '' }, 'Tan Bee Leng').declaredPayer).toBeUndefined()
})

describe('a transfer that goes on from the server', () => {
  it('has its pictures, and what is due as its amount', () =>
    expect(transferOf(cart)).toEqual({ fileId: 'u', pictures: [picture], amount: '88.00', time: '' }))
  it('has no amount before there is a picture', () =>
    expect(transferOf({ ...cart, uploadId: undefined, files: undefined }).amount).toBe(''))
  it('has the amount that was declared', () =>
    expect(transferOf({ ...cart, declaredAmount: 8000 }).amount).toBe('80.00'))
  it('shows the time on Singapore clocks', () =>
    expect(transferOf({ ...cart, transactionDateTime: '2026-11-21T04:00:00Z' }).time).toBe('2026-11-21T12:00'))
  it('takes the amount of a transfer that met a changed cart, and never the new total', () =>
    expect(transferOf({ ...cart, subTotal: 9800, unclaimed: { amount: 8800, declaredAmount: 8800 } }).amount).toBe(
      '88.00',
    ))
})

describe('what is missing before a payment is sent', () => {
  const whole = { ...transferOf(cart), time: '2026-11-21T12:00' }
  const ids = (transfer: typeof whole) => checkTransfer(transfer, now).map(({ id }) => id)
  it('is the picture first: the fields come with it', () => expect(ids(noTransfer)).toEqual(['receipt']))
  it('is an amount that is none, and the time', () =>
    expect(ids({ ...whole, amount: 'abc', time: '' })).toEqual(['transfer-amount', 'transfer-time']))
  it('is nothing of what a picture brings along', () =>
    expect(checkTransfer(justUploaded(noTransfer, { fileId: 'u', files: [picture] }, 8800, now), now)).toEqual([]))
})

it('declares what stands in the field', () =>
  expect(['S$80', '0', ''].map((amount) => saidOf({ ...noTransfer, amount }).declaredAmount)).toEqual([
    8000,
    undefined,
    undefined,
  ]))
