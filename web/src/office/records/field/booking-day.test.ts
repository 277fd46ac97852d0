import { describe, expect, it } from 'vitest'
import { solarTerms } from '../../kit/format/lunar-words.ts'
import { readBookingDay, writeBookingDay } from './booking-day.ts'

describe('the cut-off day for orders', () => {
  it('the cut-off day is saved as it was loaded', () => {
    const texts = ['', '2026-12-16', '7-15 -3', '12-30 0', ...solarTerms.map((term, i) => `${term} ${i - 12}`)]
    for (const text of texts) expect(writeBookingDay(readBookingDay(text))).toBe(text)
  })

  it.each(['', 'six', '500', '-', '1.5'])(
    'the cut-off day is not replaced by another while its number of days is invalid: %s',
    (days) => {
      const text = writeBookingDay({ by: 'term', term: '冬至', days })
      expect(text).not.toMatch(/ -?\d{1,2}$/)
      expect(readBookingDay(text)).toEqual({ by: 'term', term: '冬至', days: days === '-' ? '' : days })
    },
  )

  it('the cut-off day is not saved as "none" while its kind is not chosen', () => {
    expect(writeBookingDay({ by: 'on', day: '' })).not.toBe('')
    expect(readBookingDay(writeBookingDay({ by: 'on', day: '' }))).toEqual({ by: 'on', day: '' })
  })

  it('the cut-off day accepts full-width digits', () => {
    expect(writeBookingDay({ by: 'lunar', month: 7, day: 15, days: '－１２' })).toBe('7-15 -12')
  })
})
