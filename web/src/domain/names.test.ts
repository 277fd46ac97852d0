import { expect, test } from 'vitest'
import { relationIn } from './names.ts'

test('a known relation is translated, a relation in the user’s own words is kept', () => {
  const mother = { relation: 'Mother', relationWords: { en: 'Mother', zh: '母亲' } }
  expect(relationIn(mother, 'zh')).toBe('母亲')
  expect(relationIn(mother, 'en')).toBe('Mother')
  expect(relationIn({ relation: '三姑' }, 'en')).toBe('三姑')
})
