import { describe, expect, it } from 'vitest'
import { statuses, type Payment } from '../../domain/invoice.ts'
import { cancellable, lookOf, payable, refusedPayment, situationOf } from './status-of.ts'

const payment = (over: Partial<Payment>): Payment => ({
  id: 'p',
  method: 2001,
  status: 'pending',
  amount: 8800,
  createdAt: '',
  ...over,
})

it.each(statuses)('the order status %s has an icon and a colour', (status) =>
  expect(lookOf(status)).toHaveProperty('icon'),
)

describe('an order that awaits payment', () => {
  const waiting = { status: 'awaiting-payment', paid: 0 } as const
  it('an unpaid order waits for a receipt image', () =>
    expect(situationOf({ ...waiting, payments: [payment({})] })).toBe('awaiting-transfer'))
  it('an unpaid order waits for cash at the counter', () =>
    expect(situationOf({ ...waiting, payments: [payment({}), payment({ method: 1 })] })).toBe('awaiting-cash'))
  it('a partly paid order waits for the rest of the amount', () =>
    expect(situationOf({ ...waiting, paid: 8000, payments: [payment({ status: 'approved' })] })).toBe('awaiting-rest'))
})

it('shows the last rejection until something new is sent', () => {
  const payments = [payment({ id: '1', status: 'rejected' }), payment({ id: '2', status: 'rejected' })]
  expect(refusedPayment({ status: 'rejected', payments })?.id).toBe('2')
  expect(refusedPayment({ status: 'under-verification', payments })).toBeUndefined()
})

it('can be paid while it awaits payment or was rejected', () =>
  expect(statuses.filter((status) => payable({ status, due: 1 }))).toEqual(['awaiting-payment', 'rejected']))

it('can be cancelled while no part of it is paid', () => {
  expect(statuses.filter((status) => cancellable({ status, due: 1, paid: 0 }))).toEqual([
    'awaiting-payment',
    'rejected',
  ])
  expect(statuses.filter((status) => cancellable({ status, due: 1, paid: 1 }))).toEqual([])
})
