import { expect, test } from 'vitest'
import { progressOf } from './lamp.ts'

const at = (moment: string) => Date.parse(moment)
const from = '2026-11-24T16:00:00Z' // the 25th in Singapore
const until = '2027-11-24T16:00:00Z'

test.each([
  ['on the first day', '2026-11-25T01:00:00Z', 0, 365],
  ['a day is over at midnight in Singapore', '2026-11-25T16:00:00Z', 1, 364],
  ['on the last day', '2027-11-24T15:59:59Z', 364, 1],
  ['at the end', '2027-11-24T16:00:00Z', 365, 0],
  ['long after', '2028-03-01T00:00:00Z', 365, 0],
  ['paid before it begins', '2026-10-26T04:00:00Z', 0, 395],
])('the elapsed share of a term: %s', (_, now, done, left) => {
  expect(progressOf(from, until, at(now))).toEqual({ done, total: 365, left })
})
