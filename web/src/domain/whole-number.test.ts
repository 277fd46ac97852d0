import { describe, expect, test } from 'vitest'
import { readWhole } from './whole-number.ts'

describe('a whole number as people type it', () => {
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
  ])('%j', (text, value) => expect(readWhole(text)).toBe(value))

  test.each([
    ['-3', -3],
    ['－３', -3],
    ['−3', -3],
    ['-61', undefined],
  ])('%j below nothing', (text, value) => expect(readWhole(text, -60)).toBe(value))
})
