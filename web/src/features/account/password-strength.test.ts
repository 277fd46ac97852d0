import { expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

it.each([
  ['', 'empty'],
  ['lotus', 'short'],
  ['灯灯灯灯', 'short'],
  ['aaaaaaaaaaaa', 'weak'],
  ['19580412', 'weak'],
  ['Password1', 'weak'],
  ['woaini1314', 'weak'],
  ['12amituofo!', 'weak'],
  ['amituofo lamp', 'fair'],
  ['lotus lamp', 'fair'],
  ['三盏莲灯照佛堂前', 'fair'],
  ['incense at dawn', 'good'],
] as const)('the password %s is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength))

it('a password that contains the user’s own number is weak', () =>
  expect(passwordStrength('tel91234567', '+65 9123 4567')).toBe('weak'))
