import { expect, it } from 'vitest'
import { exampleOf, namesMissing, piecesOf } from './pieces.ts'

it('takes a sentence apart at its names, and nothing of it is lost', () => {
  for (const text of [
    '',
    'No name.',
    '{count} items until {time}.',
    '为您保留{count}项',
    '{a}{b}',
    'a { b } {c d}\n{e}',
  ]) {
    expect(
      piecesOf(text)
        .map((piece) => ('name' in piece ? `{${piece.name}}` : piece.text))
        .join(''),
    ).toBe(text)
  }
  expect(piecesOf('{count} items')).toEqual([
    { at: 0, name: 'count' },
    { at: 7, text: ' items' },
  ])
})

it('says which names a sentence has lost', () => {
  expect(namesMissing('Kept until {time}.', ['{count}', '{time}'])).toEqual(['count'])
})

it('reads a sentence with examples, as one where the form is for one', () => {
  expect(exampleOf('{count} item until {time}, {other-thing} {thing}', 'en', true)).toBe(
    '1 item until 11:20 am, {other-thing} ‹thing›',
  )
  expect(exampleOf('{count}项', 'zh')).toBe('3项')
})
