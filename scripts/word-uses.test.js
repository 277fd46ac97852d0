import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listFile, wordUses, written } from './word-uses.mjs'

it('the list of where sentences are used is what the code says', () => {
  // Not equal: run `make generate`.
  expect(readFileSync(listFile, 'utf8') === written()).toBe(true)
})

it('finds what a page writes, what stands around all pages, and what is put together', () => {
  const of = new Map(wordUses().flatMap(({ uses, keys }) => keys.map((key) => [key, uses])))
  expect(of.get('home.hero-title')).toEqual(['page:home'])
  expect(of.get('common.skip')).toEqual(['site', 'office'])
  expect(of.get('words.filter-waiting')).toEqual(['office:words'])
})
