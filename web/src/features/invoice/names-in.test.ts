import { expect, it } from 'vitest'
import { namesIn } from './names-in.ts'

it('lists people as they were typed, also with rare characters', () =>
  expect(
    namesIn({
      people: [{ chineseName: '陈𠮷䶮', name: 'Tan Bee Leng', relation: 'mother' }, { name: 'Lim Kok Hua' }, {}],
      wish: '平安',
    }),
  ).toEqual(['陈𠮷䶮 Tan Bee Leng', 'Lim Kok Hua']))
it('lists those of every list, and of the form itself', () =>
  expect(namesIn({ name: 'A', departed: [{ chineseName: '林' }], dedicators: [{ chineseName: '陈' }] })).toEqual([
    'A',
    '林',
    '陈',
  ]))
it.each([undefined, null, 'text', [], { people: 'x' }])('lists nobody in %j', (form) =>
  expect(namesIn(form)).toEqual([]),
)
