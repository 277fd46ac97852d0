import { expect, it } from 'vitest'
import cases from '../../../testdata/unprintable.json'
import { unprintable } from './unprintable.ts'

it.each(cases)('finds characters in “$name” that cannot be printed: “$unprintable”', ({ name, unprintable: found }) => {
  expect(unprintable(name)).toBe(found)
})
