import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readWhole } from './whole-number.ts'

describe('a whole number typed by a person', () => {
  test.each([
    ['12', 12],
    [' 12 ', 12],
    ['１２', 12],
    ['　１２　', 12],
    ['007', 7],
    ['0', 0],
    ['', undefined],
    [' ', undefined],
    ['1.5', undefined],
    ['１．５', undefined],
    ['十二', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['-3', undefined],
    ['12 months', undefined],
    ['12345678', undefined],
  ])('parses the whole number %j', (text, value) => expect(readWhole(text)).toBe(value))

  test.each([
    ['-3', -3],
    ['－３', -3],
    ['−3', -3],
    ['-61', undefined],
  ])('parses the negative whole number %j', (text, value) => expect(readWhole(text, -60)).toBe(value))
})

test('no page parses numbers with the browser’s own functions', () => {
  const src = join(import.meta.dirname, '..')
  const pages = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  )
  expect(pages.length).toBeGreaterThan(500)
  const other = /type="number"|type=\{'number'\}|\bparse(Int|Float)\(|valueAsNumber/
  expect(pages.filter((file) => other.test(readFileSync(join(src, file), 'utf8')))).toEqual([])
})
