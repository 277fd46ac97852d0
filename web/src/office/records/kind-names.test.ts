import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { recordKinds } from '../kit/site/record-kinds.ts'

const records = import.meta.dirname
const names = [...Object.keys(recordKinds), 'practice'].join('|')
const compared = new RegExp(`\\b[kK]ind\\s*[!=]==\\s*'(?:${names})'|case '(?:${names})'`)

it('what differs between kinds of records is in their table: nothing else compares with the name of a kind', () => {
  const files = readdirSync(records, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
  )
  expect(files.length).toBeGreaterThan(130)
  expect(files.filter((path) => compared.test(readFileSync(resolve(records, path), 'utf8')))).toEqual([])
  expect(compared.test("record.kind === 'offering'")).toBe(true)
})
