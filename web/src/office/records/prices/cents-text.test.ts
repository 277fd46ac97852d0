import { expect, it } from 'vitest'
import { areAmounts, keptAmounts, shownAmounts } from './cents-text.ts'
import { readLaterPrices, writeLaterPrices } from './later-prices.ts'

it.each([
  ['', 1, ''],
  ['88', 1, '8800'],
  ['S$1,088.50', 1, '108850'],
  ['８８', 1, '8800'],
  ['8 18，28', 6, '800 1800 2800'],
])('stores a valid amount as cents: %s', (text, most, kept) => {
  expect(keptAmounts(text, most)).toBe(kept)
  expect(areAmounts(kept)).toBe(true)
})

it.each([
  ['l5', 1],
  ['5O', 1],
  ['0', 1],
  ['8 8', 1],
  ['10000000', 1],
  ['8 l8', 6],
  ['1 2 3 4 5 6 7', 6],
  ['1,088', 6],
  ['88 1，088 2000', 6],
])('stores an invalid amount as typed, not as cents: %s', (text, most) => {
  const kept = keptAmounts(text, most)
  expect(areAmounts(kept)).toBe(false)
  expect(kept).not.toMatch(/^[\d ]*$/)
  expect(shownAmounts(kept)).toBe(text)
})

it('restores scheduled prices as they were typed, including incomplete ones', () => {
  const rows = [
    { day: '2027-01-01', amount: '9800' },
    { day: '2027-02-01', amount: '' },
    { day: '', amount: '9800' },
    { day: '2027-03-01', amount: '$l 5' },
  ]
  const empty = { day: '', amount: '' }
  expect(writeLaterPrices([...rows, empty])).toBe('2027-01-01 9800\n2027-02-01 -\n- 9800\n2027-03-01 $l 5')
  expect(readLaterPrices(writeLaterPrices(rows))).toEqual(rows)
})
