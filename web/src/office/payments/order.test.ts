import { describe, expect, it } from 'vitest'
import { mergeOrder, neighbours } from './order.ts'

describe('the order of the queue while payments are reviewed', () => {
  it('the review queue keeps the positions of payments that have left', () =>
    expect(mergeOrder(['a', 'b', 'c'], ['a', 'c', 'd'])).toEqual(['a', 'b', 'c', 'd']))
  it('the review queue inserts new payments at their position', () =>
    expect(mergeOrder(['a', 'c'], ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']))
  it('the review queue has no duplicates after it was sorted again', () =>
    expect(mergeOrder(['a', 'b'], ['b', 'a']).toSorted()).toEqual(['a', 'b']))
})

describe('the next payment', () => {
  it('the next payment is the one after the payment just decided', () =>
    expect(neighbours(['a', 'b', 'c'], ['a', 'c'], 'b')).toEqual({ next: 'c', previous: 'a', place: 0 }))
  it('the next payment after the last one is the first', () =>
    expect(neighbours(['a', 'b', 'c'], ['a', 'b', 'c'], 'c')).toEqual({ next: 'a', previous: 'b', place: 3 }))
  it('there is no next payment when only this one is left', () =>
    expect(neighbours(['a', 'b'], ['b'], 'b')).toEqual({ next: undefined, previous: undefined, place: 1 }))
  it('the next payment is the first of the queue when the current one is not in it', () =>
    expect(neighbours(['a', 'b'], ['a', 'b'], 'x')).toEqual({ next: 'a', previous: undefined, place: 0 }))
  it('the next payment skips payments claimed by a colleague, in both directions', () =>
    expect(neighbours(['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd'], 'c', new Set(['d', 'b']))).toEqual({
      next: 'a',
      previous: 'a',
      place: 3,
    }))
  it('there is no next payment when a colleague has claimed all the others', () =>
    expect(neighbours(['a', 'b'], ['a', 'b'], 'a', new Set(['b'])).next).toBeUndefined())
})
