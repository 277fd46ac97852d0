import { expect, it } from 'vitest'
import { labelStep, topOf } from './scale.ts'

it.each([
  [0, 100],
  [99, 100],
  [8800, 10000],
  [10000, 10000],
  [10001, 20000],
  [38800, 40000],
  [4_100_00, 5_000_00],
  [999_999_99, 1_000_000_00],
])('%d cents fit under the axis maximum %d', (cents, top) => expect(topOf(cents)).toBe(top))

it('axis labels do not overlap', () => {
  expect(labelStep(7, 12)).toBe(1)
  expect(labelStep(31, 12)).toBe(3)
  expect(labelStep(62, 12)).toBe(6)
})
