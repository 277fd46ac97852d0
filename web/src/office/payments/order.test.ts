import { describe, expect, it } from 'vitest'
import { mergeOrder, neighbours } from './order.ts'

describe('the order of a queue that somebody goes through', () => {
  it('keeps the places of those that have left', () =>
    expect(mergeOrder(['a', 'b', 'c'], ['a', 'c', 'd'])).toEqual(['a', 'b', 'c', 'd']))
  it('takes new ones in where they stand', () =>
    expect(mergeOrder(['a', 'c'], ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']))
  it('names each once when the queue was sorted anew', () =>
    expect(mergeOrder(['a', 'b'], ['b', 'a']).toSorted()).toEqual(['a', 'b']))
})

describe('the next payment', () => {
  it('is the one after a payment that was just decided', () =>
    expect(neighbours(['a', 'b', 'c'], ['a', 'c'], 'b')).toEqual({ next: 'c', previous: 'a', place: 0 }))
  it('is the first one after the last', () =>
    expect(neighbours(['a', 'b', 'c'], ['a', 'b', 'c'], 'c')).toEqual({ next: 'a', previous: 'b', place: 3 }))
  it('is none when only this one is left', () =>
    expect(neighbours(['a', 'b'], ['b'], 'b')).toEqual({ next: undefined, previous: undefined, place: 1 }))
  it('is the first of the queue for a payment that is not in it', () =>
    expect(neighbours(['a', 'b'], ['a', 'b'], 'x')).toEqual({ next: 'a', previous: undefined, place: 0 }))
  it('passes over what somebody else has open, both ways', () =>
    expect(neighbours(['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd'], 'c', new Set(['d', 'b']))).toEqual({
      next: 'a',
      previous: 'a',
      place: 3,
    }))
  it('is none when somebody else has all the others open', () =>
    expect(neighbours(['a', 'b'], ['a', 'b'], 'a', new Set(['b'])).next).toBeUndefined())
})
