import { expect, test } from 'vitest'
import { hours } from './when.ts'

test('the hours of a one-day event do not repeat the day', () => {
  expect(hours('en', '2026-11-23T01:30:00Z', '2026-11-23T03:30:00Z')).toBe('9:30 am – 11:30 am')
  expect(hours('zh', '2026-11-23T01:30:00Z', '2026-11-23T06:00:00Z')).toBe('上午9:30–下午2:00')
})

test('an event past midnight names the day on which it ends', () => {
  expect(hours('en', '2026-12-31T13:00:00Z', '2026-12-31T17:00:00Z')).toBe('9:00 pm – Friday, 1 January 1:00 am')
})
