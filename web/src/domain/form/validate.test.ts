import { describe, expect, test } from 'vitest'
import type { FormDefinition } from './definition.ts'
import { firstLunarYear, lunarYears } from './lunar-years.ts'
import { validate } from './validate.ts'

type Case = {
  name: string
  definition: string
  values: unknown
  codes: Record<string, string>
  options?: { nameCapacity?: number }
}

const testdata = import.meta.glob<unknown>('../../../../testdata/{form-cases,lunar-years}.json', {
  eager: true,
  import: 'default',
})
const read = (file: string): unknown => testdata[`../../../../testdata/${file}`]
const cases = read('form-cases.json') as { now: string; definitions: Record<string, FormDefinition>; cases: Case[] }

describe('browser validation agrees with the server', () => {
  test.each(cases.cases)('browser and server agree on validation: $name', ({ definition, values, codes, options }) => {
    const known = cases.definitions[definition]
    if (!known) throw new Error(`no definition ${definition}`)
    const problems = validate(known, values, { now: cases.now, nameCapacity: options?.nameCapacity })
    expect(Object.fromEntries(problems.map(({ path, code }) => [path, code]))).toEqual(codes)
  })
})

test('lunar years equal the ones that the server generated', () => {
  expect(read('lunar-years.json')).toMatchObject({
    firstYear: firstLunarYear,
    firstDay: '1850-02-12',
    years: lunarYears,
  })
})
