import { expect, it } from 'vitest'
import { phone } from './format.ts'

it.each([
  ['+6591234567', '+65 9123 4567'],
  ['+60123456789', '+60 12 345 6789'],
  ['+601112345678', '+60 11 123 45678'],
  ['+8613800138000', '+8613800138000'],
  ['', ''],
])('the number %s is read as %s', (e164, shown) => expect(phone(e164)).toBe(shown))
