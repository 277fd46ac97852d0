import { describe, expect, it } from 'vitest'
import { scanned } from './scanned.ts'

describe('the search text from a scanned code', () => {
  it('a scanned payment reference is the search text', () => expect(scanned(' 7KQ2MNPR4X\n')).toBe('7KQ2MNPR4X'))
  it('a scanned PayNow code is searched by the payment reference inside it', () =>
    expect(
      scanned(
        '00020101021226350009SG.PAYNOW010120213T08SS0000ABCD5204000053037025405' +
          '88.005802SG62140110' +
          '7KQ2MNPR4X6304ABCD',
      ),
    ).toBe('7KQ2MNPR4X'))
  it('any other scanned text is searched unchanged', () => expect(scanned('INV-2026-000123')).toBe('INV-2026-000123'))
  it('a scanned text is truncated at the maximum search length', () =>
    expect(scanned('x'.repeat(500))).toHaveLength(100))
  it('a malformed scanned code still gives a search text', () => expect(scanned('000201zz')).toBe('000201zz'))
})
