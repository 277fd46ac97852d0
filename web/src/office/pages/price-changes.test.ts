import { expect, it } from 'vitest'
import { priceChanges } from './price-changes.ts'

const live = {
  options: 'one family',
  'option.one.title.en': 'One person',
  'option.one.price': '3800',
  'option.family.title.en': 'Family',
  'option.family.title.zh': '阖家',
  'option.family.price': '8800',
  'option.family.later': '2027-01-01 9000',
}
const told = (draft: Record<string, string>) =>
  priceChanges(live, { ...live, ...draft }).map(
    ({ option, before, after, from }) => `${option} ${before ?? '–'} ${after ?? '–'} ${from ?? 'now'}`,
  )

it('says nothing when no price changes', () => expect(told({ 'option.one.title.en': 'Somebody' })).toEqual([]))

it('says what a price was and is, and from when', () => {
  expect(told({ 'option.one.price': '4000' })).toEqual(['one 3800 4000 now'])
  expect(told({ 'option.family.later': '2027-01-01 9800' })).toEqual(['family 9000 9800 2027-01-01'])
  expect(told({ 'option.family.later': '2027-01-01 9000\n2028-01-01 9900' })).toEqual(['family 8800 9900 2028-01-01'])
  expect(told({ 'option.family.later': '' })).toEqual(['family 9000 8800 2027-01-01'])
})

it('says which options come and go, and the least of an open amount', () => {
  expect(told({ options: 'one' })).toEqual(['family 8800 – now'])
  expect(told({ options: 'one family gift', 'option.gift.least': '500' })).toEqual(['gift – 500 now'])
  expect(told({ 'option.one.price': '', 'option.one.least': '1000' })).toEqual(['one 3800 1000 now'])
})
