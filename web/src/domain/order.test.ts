import { describe, expect, test } from 'vitest'
import type { OfferingDetail, OfferingOption } from './offering.ts'
import { checkOrder, choose, firstOrder, total } from './order.ts'

const option = (id: string, more: Partial<OfferingOption>): OfferingOption => ({
  id,
  key: id,
  title: id,
  chineseTitle: id,
  description: '',
  terms: ['once'],
  ...more,
})
const offering = (...options: OfferingOption[]): OfferingDetail => ({
  id: 'o',
  key: 'lamp',
  category: { key: 'c', title: 'C' },
  title: 'Lamp',
  chineseTitle: '灯',
  summary: '',
  html: '',
  art: 'lamp',
  state: 'open',
  options,
  form: null,
})

describe('the order form of an offering', () => {
  test('an order form starts with the first available option', () => {
    expect(
      firstOrder(offering(option('a', { price: 100, remaining: 0 }), option('b', { price: 200, remaining: 3 })))
        .optionId,
    ).toBe('b')
  })

  test('the total of an order is its price times the quantity', () => {
    const lamp = offering(option('a', { price: 3800 }))
    expect(total(lamp, { ...firstOrder(lamp), quantity: 3 }, true)).toBe(11400)
    expect(total(lamp, { ...firstOrder(lamp), quantity: 3 }, false)).toBe(3800)
  })

  test('changing the option keeps the term when the new option offers it too', () => {
    const lamp = offering(
      option('a', { price: 1, terms: ['once', 'yearly'] }),
      option('b', { price: 2, terms: ['once', 'yearly'] }),
      option('c', { price: 3, terms: ['monthly'] }),
    )
    const yearly = { ...firstOrder(lamp), term: 'yearly' } as const
    expect(choose(lamp, yearly, 'b').term).toBe('yearly')
    expect(choose(lamp, yearly, 'c').term).toBe('monthly')
  })

  const open = offering(option('a', { min: 1000, max: 50000 }))
  test.each([
    ['', 'required'],
    ['abc', 'invalid-value'],
    ['9.99', 'amount-too-small'],
    ['500.01', 'amount-too-large'],
    ['10', undefined],
    ['500', undefined],
  ])('the open amount %j is refused with %j', (amount, code) => {
    expect(checkOrder(open, { ...firstOrder(open), amount })[0]?.code).toBe(code)
  })

  test('the quantity is limited to the remaining stock', () => {
    const lamp = offering(option('a', { price: 100, remaining: 2 }))
    expect(checkOrder(lamp, { ...firstOrder(lamp), quantity: 2 })).toEqual([])
    expect(checkOrder(lamp, { ...firstOrder(lamp), quantity: 3 })).toEqual([
      { field: 'quantity', code: 'quantity-range', params: { max: 2 } },
    ])
  })

  test('an option that is sold out is refused', () => {
    const lamp = offering(option('a', { price: 100, remaining: 0 }))
    expect(checkOrder(lamp, firstOrder(lamp))).toEqual([{ field: 'option', code: 'item-sold-out' }])
  })
})
