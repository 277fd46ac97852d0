import { describe, expect, it } from 'vitest'
import { parseAmount, typedAmount } from './amount.ts'

describe('an amount as somebody types it', () => {
  it.each([
    ['88', 8800],
    ['88.5', 8850],
    ['88.50', 8850],
    ['88.', 8800],
    ['0.05', 5],
    ['S$88', 8800],
    [' $1,088.00 ', 108800],
    ['１００', 10000],
  ])('%s is %i cents', (typed, cents) => expect(parseAmount(typed)).toBe(cents))

  it.each(['', '0', '-5', '88.505', '1,08', 'lamp', '8 8', '12345678'])('%s is none', (typed) =>
    expect(parseAmount(typed)).toBeNull(),
  )

  it('is written back as it would be typed', () => {
    expect(typedAmount(8800)).toBe('88')
    expect(typedAmount(8805)).toBe('88.05')
  })
})
