import { describe, expect, it } from 'vitest'
import { cashOf, isMuch, likelyCash } from './cash.ts'

describe('change for cash at the counter', () => {
  it('change is given when more than the amount due is paid', () =>
    expect(cashOf(8800, 10000)).toEqual({ taken: 8800, change: 1200, rest: 0 }))
  it('no change is given for the exact amount', () =>
    expect(cashOf(8800, 8800)).toEqual({ taken: 8800, change: 0, rest: 0 }))
  it('no change is given when less is paid, and the rest stays due', () =>
    expect(cashOf(8800, 5000)).toEqual({ taken: 5000, change: 0, rest: 3800 }))
})

describe('suggested cash amounts', () => {
  it('suggested cash amounts are the exact amount and the sums that banknotes make', () =>
    expect(likelyCash(3800)).toEqual([3800, 4000, 5000, 10000]))
  it('suggested cash amounts contain no duplicates', () => expect(likelyCash(8800)).toEqual([8800, 9000, 10000]))
  it('for a round sum only the exact cash amount is suggested', () => expect(likelyCash(10000)).toEqual([10000]))
})

describe('a warning above the next S$100', () => {
  it.each([
    [8800, 10000, false],
    [8800, 10001, true],
    [10000, 10000, false],
    [10001, 20000, false],
    [8800, 10000000, true],
  ])('due %i, cash given %i: %s', (due, given, much) => expect(isMuch(due, given)).toBe(much))
})
