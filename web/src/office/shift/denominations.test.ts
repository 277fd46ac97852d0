import { describe, expect, it } from 'vitest'
import { coins, notes, numberOf, piecesOf, sumOf } from './denominations.ts'

describe('counting a cash box', () => {
  it('adds notes and coins', () => expect(sumOf({ 1000: '4', 100: '10', 5: '3' })).toBe(4000 + 1000 + 15))
  it('has one of each denomination', () =>
    expect(sumOf(Object.fromEntries([...notes, ...coins].map((value) => [value, '1'])))).toBe(1168_85))
  it('handles an empty box', () => expect(sumOf({})).toBe(0))
  it('has no sum while a count is invalid', () => expect(sumOf({ 1000: '4x' })).toBeNull())
  it('sends only what is in the box', () =>
    expect(piecesOf({ 1000: ' 4 ', 5: '0', 50: '２' })).toEqual([
      { value: 1000, number: 4 },
      { value: 50, number: 2 },
    ]))
  it.each(['-1', '1.5', '100001', 'four'])('refuses %s', (typed) => expect(numberOf(typed)).toBeNull())
})
