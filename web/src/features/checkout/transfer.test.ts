import { describe, expect, it } from 'vitest'
import type { Cart } from '../../domain/cart.ts'
import { checkTransfer, declaredOf, noTransfer, transferOf } from './transfer.ts'

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

describe('a transfer that goes on from the server', () => {
  it('has its pictures, and the question still to answer', () =>
    expect(transferOf(cart)).toEqual({ fileId: 'u', pictures: [picture], answer: undefined, amount: '', time: '' }))
  it('was answered yes when the whole amount was declared', () =>
    expect(transferOf({ ...cart, declaredAmount: 8800 }).answer).toBe('yes'))
  it('was answered no, with the amount, otherwise', () =>
    expect(transferOf({ ...cart, declaredAmount: 8000 })).toMatchObject({ answer: 'no', amount: '80.00' }))
  it('shows the time on Singapore clocks', () =>
    expect(transferOf({ ...cart, transactionDateTime: '2026-11-21T04:00:00Z' }).time).toBe('2026-11-21T12:00'))
  it('takes amount and time of a transfer that met a changed cart', () =>
    expect(transferOf({ ...cart, subTotal: 9800, unclaimed: { amount: 8800, declaredAmount: 8800 } })).toMatchObject({
      answer: 'no',
      amount: '88.00',
    }))
})

describe('what is missing before a payment is sent', () => {
  it('is everything at first', () =>
    expect(checkTransfer(noTransfer, 8800, now).map(({ id }) => id)).toEqual([
      'receipt',
      'transfer-answer',
      'transfer-time',
    ]))
  it('is the amount after No', () =>
    expect(
      checkTransfer({ ...transferOf(cart), answer: 'no', time: '2026-11-21T12:00' }, 8800, now).map(({ id }) => id),
    ).toEqual(['transfer-amount']))
  it('is nothing after Yes', () =>
    expect(checkTransfer({ ...transferOf(cart), answer: 'yes', time: '2026-11-21T12:00' }, 8800, now)).toEqual([]))
})

it('declares the total after Yes and the typed amount after No', () =>
  expect([
    declaredOf({ ...noTransfer, answer: 'yes' }, 8800),
    declaredOf({ ...noTransfer, answer: 'no', amount: '80' }, 8800),
    declaredOf(noTransfer, 8800),
  ]).toEqual([8800, 8000, undefined]))
