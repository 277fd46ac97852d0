import { expect, test } from 'vitest'
import { byMonth } from './months.ts'

const at = (startsAt: string) => ({ startsAt })
const shape = (...moments: string[]) => byMonth(moments.map(at)).map((month) => `${month.key} ×${month.events.length}`)

test('events are grouped by the month in which they start in Singapore', () => {
  expect(shape('2026-11-23T01:30:00Z', '2026-11-29T06:30:00Z', '2026-12-09T01:30:00Z')).toEqual([
    '2026-11 ×2',
    '2026-12 ×1',
  ])
})

test('the last evening of a year in UTC belongs to the new year in Singapore', () => {
  expect(shape('2026-12-31T15:59:59Z', '2026-12-31T16:00:00Z')).toEqual(['2026-12 ×1', '2027-01 ×1'])
})

test('the same month of two years is two groups, also in descending order', () => {
  expect(shape('2027-02-06T00:00:00Z', '2026-02-17T00:00:00Z')).toEqual(['2027-02 ×1', '2026-02 ×1'])
})

test('no events give no groups', () => {
  expect(byMonth([])).toEqual([])
})
