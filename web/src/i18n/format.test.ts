import { expect, it } from 'vitest'
import { date, dateTime, deadline, openHours, phone, stepNumber, time, timeRange } from './format.ts'

it.each([
  ['+6591234567', '+65\u00a09123\u00a04567'],
  ['+60123456789', '+60\u00a012\u00a0345\u00a06789'],
  ['+601112345678', '+60\u00a011\u00a0123\u00a045678'],
  ['+8613800138000', '+8613800138000'],
  ['', ''],
])('the number %s is formatted as %s', (e164, shown) => expect(phone(e164)).toBe(shown))

it.each([
  ['en', '2026-11-23T12:30:00Z', '23 Nov 2026, 8:30 pm'],
  ['zh', '2026-11-23T12:30:00Z', '2026年11月23日晚上8:30'],
  ['en', '2026-11-30T06:30:00Z', 'Monday, 30 November 2026'],
] as const)('in %s an order of 2:30 pm that ends at %s is to be paid by %s', (locale, until, shown) =>
  expect(deadline(locale, '2026-11-23T06:30:00Z', until)).toBe(shown),
)

const at = (clock: string) => `2026-11-23T${clock}:00+08:00`

const found = import.meta.glob<{ from: string; to: string; en: string; zh: string }[]>(
  '../../../testdata/time-cases.json',
  { eager: true, import: 'default' },
)
const ranges = Object.values(found)[0] ?? []

it('formats ranges of times', () => expect(ranges.length).toBeGreaterThan(10))

it.each(ranges)('$from to $to is formatted in both languages as the server does', ({ from, to, en, zh }) => {
  expect(timeRange('en', at(from), at(to))).toBe(en)
  expect(timeRange('zh', at(from), at(to))).toBe(zh)
  expect(openHours('zh', `${from} – ${to}`)).toBe(zh)
})

it('formats days with their weekday, noon by name, and Chinese without spaces', () => {
  expect(date('zh', at('09:30'))).toBe('2026年11月23日（星期一）')
  expect(date('zh', at('09:30'), 'day')).toBe('11月23日（星期一）')
  expect(date('zh', at('09:30'), 'short')).toBe('2026年11月23日')
  expect(date('en', at('09:30'), 'day')).toBe('Monday, 23 November')
  expect(dateTime('zh', at('12:00'))).toBe('2026年11月23日中午12:00')
  expect(dateTime('en', at('12:00'))).toBe('23 Nov 2026, 12:00 noon')
  expect(time('en', at('12:01'))).toBe('12:01 pm')
  expect(openHours('en', '')).toBe('')
  expect(openHours('zh', '07:00 – 01:00')).toBe('上午7:00–凌晨1:00')
  expect(openHours('zh', '00:00 – 24:00')).toBe('凌晨12:00–凌晨12:00')
  expect(openHours('en', '09:00 – 12:00, 14:00 – 01:00')).toBe('9:00 am – 12:00 noon, 2:00 pm – 1:00 am')
})

it('numbers steps with the numerals of the language', () => {
  expect([1, 3, 10].map((n) => stepNumber('en', n))).toEqual(['1', '3', '10'])
  expect([1, 3, 10].map((n) => stepNumber('zh', n))).toEqual(['一', '三', '十'])
})
