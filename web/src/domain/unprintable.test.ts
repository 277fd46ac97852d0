import { expect, it } from 'vitest'
import cases from '../../../testdata/unprintable.json'
import { unprintable } from './unprintable.ts'

it.each(cases)('finds in “$name” what no paper can show: “$unprintable”', ({ name, unprintable: found }) => {
  expect(unprintable(name)).toBe(found)
})
