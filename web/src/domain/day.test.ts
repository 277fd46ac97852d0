import { describe, expect, it } from 'vitest'
import days from '../../../testdata/days.json' with { type: 'json' }
import { isDay, readDay } from './day.ts'

describe('a date typed by a person', () => {
  it.each(days)('the date $text is parsed as the server parses imported lists', ({ text, day }) => {
    const read = readDay(text)
    expect('day' in read ? read.day : '').toBe(day)
  })

  it.each([
    ['Wed, 23 Dec 2026', '2026-12-23'],
    ['Wednesday, 23 December 2026', '2026-12-23'],
    ['2026年12月23日（星期三）', '2026-12-23'],
    ['2026年12月23日 周三', '2026-12-23'],
    ['23rd Dec, 2026', '2026-12-23'],
    ['3 Sept 2026', '2026-09-03'],
    ['2026。12。23', '2026-12-23'],
    ['23 – 12 – 2026', '2026-12-23'],
  ])('the date %s is parsed, ignoring its weekday and the words for year, month and day', (text, day) => {
    expect(readDay(text)).toEqual({ day })
  })

  it.each([
    ['31/2/2026', { wrong: 'bad-date' }],
    ['tomorrow', { wrong: 'day-unreadable' }],
    ['', { wrong: 'day-unreadable' }],
    ['12/23/2026', { wrong: 'day-first', first: '23/12/2026' }],
  ])('the invalid date %j is rejected with its reason', (text, why) => {
    expect(readDay(text)).toEqual(why)
  })

  it('a date with a two-digit year is rejected while typing, parsed as 20xx afterwards', () => {
    expect(readDay('23/12/20', false)).toEqual({ wrong: 'day-unreadable' })
    expect(readDay('23/12/20')).toEqual({ day: '2020-12-23' })
    expect(isDay('2026-02-29')).toBe(false)
  })
})
