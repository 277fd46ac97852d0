import { expect, it } from 'vitest'
import { sheetOfDraft } from '../../domain/form/sheet-of-draft.ts'
import type { FormDefinition } from '../../domain/form/definition.ts'
import type { BirthDraft } from '../../domain/form/draft.ts'
import { dateWords } from './date-words.ts'

const label = { en: 'Label', zh: '栏' }
const asks = (key: string, type: string, more = {}) => ({ key, type, label, ...more })
const date = (calendar: BirthDraft['calendar'], year: string, month: string, day: string, leap = false) => ({
  calendar,
  year,
  month,
  day,
  leap,
})

it.each([
  [date('solar', '2020', '2', '3'), { en: '3 Feb 2020', zh: '2020年2月3日' }],
  [date('lunar', '2019', '1', '27'), { en: '2019年正月廿七', zh: '2019年正月廿七' }],
  [date('lunar', '2020', '4', '10', true), { en: '2020年闰四月初十', zh: '2020年闰四月初十' }],
])('repeats a date in the calendar in which it was typed', (typed, words) => {
  expect(dateWords(typed)).toEqual(words)
})

it('lists honorific, day of passing and choices beside each name, without empty ones', () => {
  const options = [{ key: 'ox', label: { en: 'Ox', zh: '牛' } }]
  const definition = {
    fields: [
      asks('departed', 'people', {
        takes: 'departed',
        fields: [
          asks('chineseName', 'chineseName'),
          asks('zodiac', 'choice', { options }),
          asks('passedOn', 'birthDate'),
          asks('birthDate', 'birthDate'),
          asks('relation', 'relation'),
          asks('address', 'text'),
        ],
      }),
    ],
  } as unknown as FormDefinition
  const answers = {
    chineseName: '陈大文',
    zodiac: 'ox',
    passedOn: date('solar', '2020', '2', '3'),
    birthDate: date('solar', '', '', ''),
    relation: '先父',
    address: ' ',
  }
  const { groups } = sheetOfDraft(definition, { answers: {}, people: { departed: [{ id: 1, answers }] } }, dateWords)
  expect(groups?.[0]?.people[0]?.answers?.map(({ about, value }) => [about, value.en])).toEqual([
    ['relation', '先父'],
    [undefined, 'Ox'],
    ['died', '3 Feb 2020'],
  ])
})
