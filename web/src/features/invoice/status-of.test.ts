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

it.each(statuses)('%s has an icon and a colour', (status) => expect(lookOf(status)).toHaveProperty('icon'))

describe('an order that awaits payment', () => {
  const waiting = { status: 'awaiting-payment', paid: 0 } as const
  it('waits for the picture of a transfer', () =>
    expect(situationOf({ ...waiting, payments: [payment({})] })).toBe('awaiting-transfer'))
  it('waits at the counter', () =>
    expect(situationOf({ ...waiting, payments: [payment({}), payment({ method: 1 })] })).toBe('awaiting-cash'))
  it('waits for the rest', () =>
    expect(situationOf({ ...waiting, paid: 8000, payments: [payment({ status: 'approved' })] })).toBe('awaiting-rest'))
})

it('tells of the last refusal, while nothing was sent since', () => {
  const payments = [payment({ id: '1', status: 'rejected' }), payment({ id: '2', status: 'rejected' })]
  expect(refusedPayment({ status: 'rejected', payments })?.id).toBe('2')
  expect(refusedPayment({ status: 'under-verification', payments })).toBeUndefined()
})

it('can be paid while it awaits payment or was rejected', () =>
  expect(statuses.filter((status) => payable({ status, due: 1 }))).toEqual(['awaiting-payment', 'rejected']))

it('can be given up while nothing of it is paid', () => {
  expect(statuses.filter((status) => cancellable({ status, due: 1, paid: 0 }))).toEqual([
    'awaiting-payment',
    'rejected',
  ])
  expect(statuses.filter((status) => cancellable({ status, due: 1, paid: 1 }))).toEqual([])
})
