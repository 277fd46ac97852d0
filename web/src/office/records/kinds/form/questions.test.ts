import { expect, test } from 'vitest'
import type { FormDefinition } from '../../../../domain/form/definition.ts'
import { definitionOf, moved, questionsOf, removed } from './questions.ts'

const found = import.meta.glob<unknown>('../../../../../../testdata/form-fields.json', {
  eager: true,
  import: 'default',
})
const cases = Object.values(found)[0] as { fields: Record<string, string>; definition: FormDefinition }[]

test('parses a draft as the server does', () => {
  expect(cases.length).toBeGreaterThan(3)
  for (const { fields, definition } of cases)
    expect(JSON.parse(JSON.stringify(definitionOf(definition.key, fields)))).toEqual({ ...definition, version: 1 })
})

test('moves and removes everything that belongs to a question', () => {
  const fields = {
    'ask.a.type': 'text',
    'ask.a.place': '1',
    'ask.b.type': 'text',
    'ask.b.place': '2',
    'ask.ab.type': 'x',
  }
  expect(moved(fields, questionsOf(fields).slice(1), 1, 0)).toEqual([
    ['ask.b.place', '1'],
    ['ask.a.place', '2'],
  ])
  expect(removed(fields, 'ask.a')).toEqual([
    ['ask.a.type', ''],
    ['ask.a.place', ''],
  ])
})
