import { describe, expect, it } from 'vitest'
import { coins, notes, numberOf, piecesOf, sumOf } from './denominations.ts'

describe('counting a cash box', () => {
  it('counting a cash box adds notes and coins', () =>
    expect(sumOf({ 1000: '4', 100: '10', 5: '3' })).toBe(4000 + 1000 + 15))
  it('counting a cash box has one of each denomination', () =>
    expect(sumOf(Object.fromEntries([...notes, ...coins].map((value) => [value, '1'])))).toBe(1168_85))
  it('counting an empty cash box gives zero', () => expect(sumOf({})).toBe(0))
  it('a cash count has no sum while a number is invalid', () => expect(sumOf({ 1000: '4x' })).toBeNull())
  it('a cash count sends only what is in the box', () =>
    expect(piecesOf({ 1000: ' 4 ', 5: '0', 50: '２' })).toEqual([
      { value: 1000, number: 4 },
      { value: 50, number: 2 },
    ]))
  it.each(['-1', '1.5', '100001', 'four'])('a cash count refuses %s', (typed) => expect(numberOf(typed)).toBeNull())
})
