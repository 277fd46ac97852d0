import { expect, test } from 'vitest'
import { freeKey } from './free-key.ts'

const keys = (...all: string[]) => all.map((key) => ({ key }))

test.each([
  ['light-lamp', [], 'light-lamp-2'],
  ['light-lamp', ['light-lamp-2', 'light-lamp-3'], 'light-lamp-4'],
  ['light-lamp-2', ['light-lamp'], 'light-lamp-3'],
  ['ullambana-2026', ['ullambana-2026'], 'ullambana-2026-2'],
  ['7', [], '7-2'],
])('a copy of %s beside %j gets the key %s', (key, others, free) => {
  expect(freeKey(key, keys(key, ...others))).toBe(free)
})
