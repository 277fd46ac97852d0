import { expect, it } from 'vitest'
import { readAmount, writeAmount } from './amount.ts'

it.each([
  ['88', 8800],
  ['88.5', 8850],
  ['88.05', 8805],
  ['S$ 1,088.00', 108_800],
  ['$88', 8800],
  ['８８．５', 8850],
  ['0.10', 10],
])('reads %s', (text, cents) => expect(readAmount(text)).toBe(cents))

it.each(['', 'eighty', '88.555', '-5', '12345678', '8.8.8'])('reads no amount in "%s"', (text) =>
  expect(readAmount(text)).toBeUndefined(),
)

it('writes cents with a point', () => expect([writeAmount(8800), writeAmount(5)]).toEqual(['88.00', '0.05']))
