import { describe, expect, it } from 'vitest'
import amounts from '../../../testdata/amounts.json' with { type: 'json' }
import { readAmount, readPositiveAmount, typedAmount, writeAmount } from './amount.ts'

it.each([
  ['88', 8800],
  ['88.5', 8850],
  ['88.05', 8805],
  ['S$ 1,088.00', 108_800],
  ['$88', 8800],
  ['８８．５', 8850],
  ['0.10', 10],
])('parses %s', (text, cents) => expect(readAmount(text)).toBe(cents))

it.each(['', 'eighty', '88.555', '-5', '12345678', '8.8.8'])('rejects "%s", which is not an amount', (text) =>
  expect(readAmount(text)).toBeUndefined(),
)

describe('an amount, by the rules that the server uses for imported lists', () => {
  it.each(amounts)('$text is parsed as $cents cents', ({ text, cents }) => expect(readAmount(text) ?? null).toBe(cents))
})

it('formats cents with a decimal point', () => expect([writeAmount(8800), writeAmount(5)]).toEqual(['88.00', '0.05']))

it.each([
  ['88', 8800],
  ['88.5', 8850],
  ['88.05', 8805],
  ['88.', 8800],
  ['S$1,088.00', 108800],
  [' $ 20 ', 2000],
  ['８８', 8800],
  ['0', 0],
  ['', undefined],
  ['88.005', undefined],
  ['-5', undefined],
  ['eighty', undefined],
  ['1e3', undefined],
])('%j is %j cents', (text, cents) => expect(readAmount(text)).toBe(cents))

describe('an amount typed by a person', () => {
  it.each([
    ['88', 8800],
    ['88.5', 8850],
    ['88.50', 8850],
    ['88.', 8800],
    ['0.05', 5],
    ['S$88', 8800],
    [' $1,088.00 ', 108800],
    ['１００', 10000],
  ])('the amount %s is parsed as %i cents', (typed, cents) => expect(readPositiveAmount(typed)).toBe(cents))

  it.each(['', '0', '-5', '88.505', '1,08', 'lamp', '8 8', '12345678'])('%s is not an amount', (typed) =>
    expect(readPositiveAmount(typed)).toBeNull(),
  )

  it('an amount is formatted the way a person would type it', () => {
    expect(typedAmount(8800)).toBe('88')
    expect(typedAmount(8805)).toBe('88.05')
  })
})
