import { expect, it } from 'vitest'
import { smsParts } from './sms.ts'

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
])('counts the parts of a text: %s', (text, parts) => expect(smsParts(text)).toBe(parts))
