import { expect, it } from 'vitest'
import { exampleOf, namesDoubled, namesMissing, namesUnknown, piecesOf } from './pieces.ts'

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
  expect(namesMissing('Bodhi Hill: {code}', ['{code}', '{temple}'])).toEqual([])
})

it('reads a sentence with examples, as one where the form is for one', () => {
  expect(exampleOf('{count} item until {time}, {other-thing} {thing}', 'en', true)).toBe(
    '1 item until 11:20 am, {other-thing} ‹thing›',
  )
  expect(exampleOf('{count}项', 'zh')).toBe('3项')
  expect(exampleOf('{temple}: {code}', 'en', false, { temple: 'Bo Hua' })).toBe('Bo Hua: 482913')
})

it('takes a sentence apart at the names that it knows alone, and says which others are written', () => {
  const text = 'Until {time}, {thing} { {not a name} {time}'
  expect(piecesOf(text, ['{time}']).flatMap((piece) => ('name' in piece ? piece.name : []))).toEqual(['time', 'time'])
  expect(namesUnknown(text, ['{time}'])).toEqual(['{thing}', '{', '{not a name}'])
  expect(namesUnknown('{time}', ['{time}'])).toEqual([])
  expect(namesUnknown('{{time}}', ['{time}'])).toEqual(['{}'])
})

it('says which names stand in a sentence more often than in the program’s own', () => {
  expect(namesDoubled('{count} of {count} {time}', '{count} {time}', ['{count}', '{time}'])).toEqual(['count'])
  expect(namesDoubled('{number}, {number}', 'Order {number}: {number}', ['{number}'])).toEqual([])
  expect(namesDoubled('{number}', '', ['{number}'])).toEqual([])
})
