import { describe, expect, it } from 'vitest'
import { fromField, toField, transferTimeError } from './transfer-time.ts'

const now = Date.parse('2026-11-21T04:00:00Z')

describe('the time of a transfer', () => {
  it('a transfer’s time is shown in Singapore time', () => expect(toField(now)).toBe('2026-11-21T12:00'))
  it('a transfer’s time is sent with its time zone', () =>
    expect(fromField('2026-11-21T12:00')).toBe('2026-11-21T12:00:00+08:00'))
  it('a transfer’s time is undefined when the field is invalid', () =>
    expect([fromField(''), fromField('2026-13-41T12:00')]).toEqual([undefined, undefined]))
})

it.each([
  ['2026-11-21T12:00', undefined],
  ['2026-11-21T12:10', undefined],
  ['2026-11-21T12:11', 'checkout.time-future'],
  ['2026-09-22T12:00', undefined],
  ['2026-09-22T11:59', 'checkout.time-old'],
  ['', 'checkout.time-missing'],
])('%s is parsed as %s', (text, error) => expect(transferTimeError(text, now)).toBe(error))
