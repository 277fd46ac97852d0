import { expect, it } from 'vitest'
import { deadline, phone } from './format.ts'

it.each([
  ['+6591234567', '+65 9123 4567'],
  ['+60123456789', '+60 12 345 6789'],
  ['+601112345678', '+60 11 123 45678'],
  ['+8613800138000', '+8613800138000'],
  ['', ''],
])('the number %s is read as %s', (e164, shown) => expect(phone(e164)).toBe(shown))

it.each([
  ['en', '2026-11-23T12:30:00Z', '23 Nov 2026, 8:30 pm'],
  ['zh', '2026-11-23T12:30:00Z', '2026年11月23日 下午8:30'],
  ['en', '2026-11-30T06:30:00Z', 'Monday, 30 November 2026'],
] as const)('in %s an order of 2:30 pm that ends at %s is to be paid by %s', (locale, until, shown) =>
  expect(deadline(locale, '2026-11-23T06:30:00Z', until)).toBe(shown),
)
