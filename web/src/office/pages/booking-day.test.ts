import { describe, expect, it } from 'vitest'
import { solarTerms } from '../kit/lunar-words.ts'
import { readBookingDay, writeBookingDay } from './booking-day.ts'

describe('a day of booking', () => {
  it('is written as it was read', () => {
    const texts = ['', '2026-12-16', '7-15 -3', '12-30 0', ...solarTerms.map((term, i) => `${term} ${i - 12}`)]
    for (const text of texts) expect(writeBookingDay(readBookingDay(text))).toBe(text)
  })

  it('counts no days where none are written yet', () => {
    expect(writeBookingDay({ by: 'term', term: '冬至', days: '-' })).toBe('冬至 0')
    expect(readBookingDay('nonsense')).toEqual({ by: 'none' })
  })
})
