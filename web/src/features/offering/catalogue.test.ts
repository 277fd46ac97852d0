import { describe, expect, test } from 'vitest'
import { findOfferings } from './catalogue.ts'
import type { OfferingSummary } from '../../domain/offering.ts'

type Cases = {
  offerings: { key: string; words: string; pinyin: string }[]
  searches: { search: string; why: string; found: string[] }[]
}

const testdata = import.meta.glob<unknown>('../../../../testdata/search-cases.json', { eager: true, import: 'default' })
const cases = Object.values(testdata)[0] as Cases
const offerings = cases.offerings.map(
  ({ key, words, pinyin }): OfferingSummary => ({
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
  }),
)

describe('the browser finds what the server finds', () => {
  test.each(cases.searches)('$search: $why', ({ search, found }) => {
    expect(findOfferings(offerings, undefined, search).map(({ key }) => key)).toEqual(found)
  })
})

test('a search stays within its category', () => {
  expect(findOfferings(offerings, 'prayer', 'gmd')).toEqual([])
})
