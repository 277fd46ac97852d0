import { expect, it } from 'vitest'
import { hoursIn } from './hours.ts'

it('hours of the server are written as the office writes every time', () => {
  expect(hoursIn('en', '07:00 – 17:30')).toBe('7:00 am – 5:30 pm')
  expect(hoursIn('zh', '07:00 – 17:30')).toBe('上午7:00 – 下午5:30')
  expect(hoursIn('en', '00:00 – 24:00')).toBe('12:00 am – 12:00 am')
  expect(hoursIn('en', '09:00 – 12:00, 14:00 – 01:00')).toBe('9:00 am – 12:00 pm, 2:00 pm – 1:00 am')
  expect(hoursIn('en', '')).toBe('')
})
