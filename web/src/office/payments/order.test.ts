import { describe, expect, it } from 'vitest'
import { mergeOrder, neighbours } from './order.ts'

describe('the order of the queue while payments are reviewed', () => {
  it('keeps the positions of payments that have left', () =>
    expect(mergeOrder(['a', 'b', 'c'], ['a', 'c', 'd'])).toEqual(['a', 'b', 'c', 'd']))
  it('inserts new payments at their position', () =>
    expect(mergeOrder(['a', 'c'], ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']))
  it('has no duplicates after the queue was sorted again', () =>
    expect(mergeOrder(['a', 'b'], ['b', 'a']).toSorted()).toEqual(['a', 'b']))
})

describe('the next payment', () => {
  it('is the one after the payment just decided', () =>
    expect(neighbours(['a', 'b', 'c'], ['a', 'c'], 'b')).toEqual({ next: 'c', previous: 'a', place: 0 }))
  it('is the first one after the last', () =>
    expect(neighbours(['a', 'b', 'c'], ['a', 'b', 'c'], 'c')).toEqual({ next: 'a', previous: 'b', place: 3 }))
  it('is none when only this one is left', () =>
    expect(neighbours(['a', 'b'], ['b'], 'b')).toEqual({ next: undefined, previous: undefined, place: 1 }))
  it('is the first of the queue when the current payment is not in it', () =>
    expect(neighbours(['a', 'b'], ['a', 'b'], 'x')).toEqual({ next: 'a', previous: undefined, place: 0 }))
  it('skips payments claimed by a colleague, in both directions', () =>
    expect(neighbours(['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd'], 'c', new Set(['d', 'b']))).toEqual({
      next: 'a',
      previous: 'a',
      place: 3,
    }))
  it('is none when a colleague has claimed all the others', () =>
    expect(neighbours(['a', 'b'], ['a', 'b'], 'a', new Set(['b'])).next).toBeUndefined())
})
