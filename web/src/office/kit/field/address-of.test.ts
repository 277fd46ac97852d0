import { expect, it } from 'vitest'
import { addressOf, followTitle } from './address-of.ts'

it.each([
  ['Light a lamp', 'light-a-lamp'],
  ['  Qing Ming: the temple’s day & night (2027) ', 'qing-ming-the-temples-day-night-2027'],
  ['Café – Śrī Maṅgala', 'cafe-sri-mangala'],
  ['点灯', ''],
  ['点灯 Lamp', 'lamp'],
  ['Lamps of the great hall', 'lamps-of', 8],
  ['Lamentations', 'lament', 6],
])('the URL key of %s is %s', (title, address, most?: number) => {
  expect(addressOf(title, most)).toBe(address)
})

it('follows the title until a key is typed', () => {
  expect(followTitle('', '', 'Light')).toBe('light')
  expect(followTitle('light', 'Light', 'Light lamp')).toBe('light-lamp')
  expect(followTitle('my-lamp', 'Light', 'Light lamp')).toBe('my-lamp')
  expect(followTitle('', 'Light', 'Light lamp')).toBe('') // cleared by the user
})
