import { expect, it } from 'vitest'
import { countSms, smsParts } from './sms.ts'

it.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  ['莲'.repeat(70), 1],
  ['莲'.repeat(134), 2],
  ['莲'.repeat(135), 3],
  ['𠮷'.repeat(36), 2],
  [`${'a'.repeat(70)}“`, 2],
])('counts the SMS parts of a text: %s', (text, parts) => expect(smsParts(text)).toBe(parts))

it('shows how full the SMS parts are, and which character makes them shorter', () => {
  expect(countSms('a€')).toEqual({ parts: 1, letters: 3, most: 160 })
  expect(countSms('a'.repeat(161))).toEqual({ parts: 2, letters: 161, most: 306 })
  expect(countSms('It’s “here”')).toEqual({ parts: 1, letters: 11, most: 70, wide: '’' })
  expect(countSms('莲'.repeat(71))).toEqual({ parts: 2, letters: 71, most: 134, wide: '莲' })
})
