import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listFile, wordUses, written } from './word-uses.mjs'

it('the generated list of message uses matches the code', () => {
  // Not equal: run `make generate`.
  expect(readFileSync(listFile, 'utf8') === written()).toBe(true)
})

it('finds message keys in pages, in the shared shell, and built from parts', () => {
  const of = new Map(wordUses().flatMap(({ uses, keys }) => keys.map((key) => [key, uses])))
  expect(of.get('home.hero-title')).toEqual(['page:home'])
  expect(of.get('common.skip')).toEqual(['site', 'office'])
  expect(of.get('words.filter-waiting')).toEqual(['office:words'])
})
