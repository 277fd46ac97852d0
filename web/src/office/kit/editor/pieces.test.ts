import { expect, it } from 'vitest'
import { exampleOf, namesDoubled, namesMissing, namesUnknown, piecesOf } from './pieces.ts'

it('splits a text at its placeholders without losing anything', () => {
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

it('lists the placeholders that a text has lost', () => {
  expect(namesMissing('Kept until {time}.', ['{count}', '{time}'])).toEqual(['count'])
  expect(namesMissing('Bodhi Hill: {code}', ['{code}', '{temple}'])).toEqual([])
})

it('fills a text with example values, using the singular form where it applies', () => {
  expect(exampleOf('{count} item until {time}, {other-thing} {thing}', 'en', true)).toBe(
    '1 item until 11:20 am, {other-thing} ‹thing›',
  )
  expect(exampleOf('{count}项', 'zh')).toBe('3项')
  expect(exampleOf('{temple}: {code}', 'en', false, { temple: 'Bo Hua' })).toBe('Bo Hua: 482913')
})

it('splits a text only at known placeholders, and lists the unknown ones', () => {
  const text = 'Until {time}, {thing} { {not a name} {time}'
  expect(piecesOf(text, ['{time}']).flatMap((piece) => ('name' in piece ? piece.name : []))).toEqual(['time', 'time'])
  expect(namesUnknown(text, ['{time}'])).toEqual(['{thing}', '{', '{not a name}'])
  expect(namesUnknown('{time}', ['{time}'])).toEqual([])
  expect(namesUnknown('{{time}}', ['{time}'])).toEqual(['{}'])
})

it('lists the placeholders that occur more often than in the built-in text', () => {
  expect(namesDoubled('{count} of {count} {time}', '{count} {time}', ['{count}', '{time}'])).toEqual(['count'])
  expect(namesDoubled('{number}, {number}', 'Order {number}: {number}', ['{number}'])).toEqual([])
  expect(namesDoubled('{number}', '', ['{number}'])).toEqual([])
})
