import { describe, expect, test } from 'vitest'
import { findOfferings, rowLengths, shownIndex } from './catalogue.ts'
import type { OfferingIndex, OfferingSummary } from '../../domain/offering.ts'

type Cases = {
  offerings: { key: string; words: string; pinyin: string }[]
  searches: { search: string; why: string; found: string[] }[]
}

const testdata = import.meta.glob<unknown>('../../../../testdata/search-cases.json', { eager: true, import: 'default' })
const cases = Object.values(testdata)[0] as Cases
const offerings = cases.offerings.map(({ key, words, pinyin }): OfferingSummary & OfferingIndex => ({
  id: key,
  key,
  category: 'lamp',
  title: '',
  chineseTitle: '',
  summary: '',
  art: 'lamp',
  fromPrice: 3800,
  state: 'open',
  words,
  pinyin,
}))

describe('the catalogue search in the browser agrees with the server’s', () => {
  test.each(cases.searches)('browser and server agree on the catalogue search $search: $why', ({ search, found }) => {
    expect(findOfferings(offerings, undefined, search, (one) => one).map(({ key }) => key)).toEqual(found)
  })
})

test('a search stays within its category', () => {
  expect(findOfferings(offerings, 'prayer', 'gmd', (one) => one)).toEqual([])
})

test('without the server’s index, a search finds what the cards show', () => {
  const shown = offerings.map((one) => ({ ...one, title: 'The Abbot’s lamp', chineseTitle: '光明灯', summary: '' }))
  const found = (search: string) => findOfferings(shown, undefined, search, shownIndex).length
  expect(['lam', 'abbots', '明灯', 'LAMP abbot'].filter((search) => found(search) !== shown.length)).toEqual([])
  expect(['amp', 'gmd', 'lamp tablet'].filter((search) => found(search) !== 0)).toEqual([])
  expect(findOfferings(shown, undefined, 'lamp', () => undefined)).toEqual([])
})

describe('the rows of the catalogue', () => {
  test('the rows of the catalogue contain every card, and no row has a single card', () => {
    for (let count = 2; count <= 60; count++) {
      const rows = rowLengths(count)
      expect(rows).toHaveLength(count)
      for (let at = 0; at < count; at += rows[at] ?? 1) {
        expect(new Set(rows.slice(at, at + (rows[at] ?? 1))), `row at ${at} of ${count}`).toEqual(new Set([rows[at]]))
        expect(rows[at], `row at ${at} of ${count}`).toBeGreaterThan(1)
        expect(at + (rows[at] ?? 1), `row at ${at} of ${count}`).toBeLessThanOrEqual(count)
      }
    }
  })
  test('the rows of the catalogue for none, one, five and six cards', () => {
    expect(rowLengths(0)).toEqual([])
    expect(rowLengths(1)).toEqual([1])
    expect(rowLengths(5)).toEqual([3, 3, 3, 2, 2])
    expect(rowLengths(6)).toEqual([3, 3, 3, 3, 3, 3])
  })
})
