import { describe, expect, it } from 'vitest'
import { solarTerms } from '../kit/lunar-words.ts'
import { readBookingDay, writeBookingDay } from './booking-day.ts'

describe('a day of booking', () => {
  it('is written as it was read', () => {
    const texts = ['', '2026-12-16', '7-15 -3', '12-30 0', ...solarTerms.map((term, i) => `${term} ${i - 12}`)]
    for (const text of texts) expect(writeBookingDay(readBookingDay(text))).toBe(text)
  })

  it('has the days that were typed, in either digits, and no others in place of what is none', () => {
    const days = { '': '0', '３': '3', '－３': '-3', '-': '-', l5: 'l5', '1 5': '15', '1000': '1000' }
    for (const [typed, written] of Object.entries(days)) {
      expect(writeBookingDay({ by: 'term', term: '冬至', days: typed })).toBe(`冬至 ${written}`)
    }
    expect(readBookingDay('nonsense')).toEqual({ by: 'none' })
  })
})
