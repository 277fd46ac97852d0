import { describe, expect, test } from 'vitest'
import type { FormField } from './definition.ts'
import { changeDraft, type Answers, type FormDraft, type Person } from './draft.ts'
import { answersFor, cardsOf, entryOf, isChanged, newcomers, offered, type Relative } from './family-book.ts'

const words = (en: string) => ({ en, zh: en })
const field = (key: string, type: FormField['type'], more: Partial<FormField> = {}): FormField => ({
  key,
  type,
  label: words(key),
  ...more,
})
const names = [field('chineseName', 'chineseName'), field('name', 'name')]
const living = field('people', 'people', { takes: 'living', fields: [...names, field('relation', 'relation')] })
const departed = field('departed', 'people', {
  takes: 'departed',
  fields: [...names, field('passedOn', 'birthDate'), field('born', 'birthDate')],
})

const relative = (more: Partial<Relative>): Relative => ({
  id: more.chineseName ?? more.name ?? '',
  kind: 'living',
  name: '',
  chineseName: '',
  relation: '',
  address: '',
  ...more,
})
const mother = relative({
  chineseName: '陈𠮷䶮',
  name: 'Tan Bee Leng',
  relation: '母亲',
  address: 'Blk 1',
  zodiac: 'monkey',
  birthDate: { calendar: 'lunar', year: 1956, month: 1, day: 20 },
})
const father = relative({
  kind: 'departed',
  chineseName: '陈大文',
  birthDate: { calendar: 'solar', year: 1950, month: 6, day: 1 },
  passedOn: { calendar: 'lunar', year: 2020, month: 4, day: 1, leap: true },
})
const friend = relative({ name: 'Devi' })
const book = [mother, father, friend]
const card = (id: number, answers: Answers): Person => ({ id, answers })

describe('the persons of the family book offered for a field', () => {
  test('a field is offered either the living or the departed of the family book, never both', () => {
    expect(offered(living, book)).toEqual([mother, friend])
    expect(offered(departed, book)).toEqual([father])
    expect(offered({ ...living, takes: undefined }, book)).toEqual([])
  })

  test('a field is not offered persons whose name it cannot take', () => {
    const chinese = { ...living, fields: [field('family', 'chineseName')] }
    expect(offered(chinese, book)).toEqual([mother])
    const one = { ...living, fields: [field('who', 'name')] }
    expect(offered(one, book).map((each) => answersFor(one, each))).toEqual([{ who: 'Tan Bee Leng' }, { who: 'Devi' }])
    expect(answersFor(one, relative({ chineseName: '陈' }))).toEqual({ who: '陈' })
  })
})

describe('ticking a person of the family book', () => {
  test('ticking a person fills the fields of the form from the family book', () => {
    expect(answersFor(living, mother)).toEqual({ chineseName: '陈𠮷䶮', name: 'Tan Bee Leng', relation: '母亲' })
    expect(answersFor(departed, father)).toEqual({
      chineseName: '陈大文',
      passedOn: { calendar: 'lunar', year: '2020', month: '4', day: '1', leap: true },
      born: { calendar: 'solar', year: '1950', month: '6', day: '1', leap: false },
    })
  })

  test('ticking a person fills address and zodiac sign where the form has fields for them', () => {
    const options = [{ key: 'monkey', label: words('Monkey') }]
    const fields = [field('name', 'name'), field('address', 'text'), field('wish', 'text')]
    const list = { ...living, fields: [...fields, field('zodiac', 'choice', { options })] }
    expect(answersFor(list, mother)).toEqual({ name: 'Tan Bee Leng', address: 'Blk 1', zodiac: 'monkey' })
    expect(answersFor(list, { ...mother, zodiac: 'rat' })).toEqual({ name: 'Tan Bee Leng', address: 'Blk 1' })
  })

  test('ticking a person fills the first empty card, otherwise adds a card', () => {
    const draft: FormDraft = {
      answers: { wish: '平安' },
      people: { people: [card(1, { relation: '儿子' }), card(2, { chineseName: ' ' }), card(3, {})] },
    }
    const filled = changeDraft(draft, { type: 'fill', list: 'people', answers: { name: 'Devi' } })
    expect(filled.people.people).toEqual([card(1, { relation: '儿子' }), card(2, { name: 'Devi' }), card(3, {})])
    const more = ['A', 'B'].reduce(
      (now, name) => changeDraft(now, { type: 'fill', list: 'people', answers: { name } }),
      filled,
    )
    expect(more.people.people?.slice(2)).toEqual([card(3, { name: 'A' }), card(4, { name: 'B' })])
    expect(more.answers).toBe(draft.answers)
    const cleared = changeDraft(more, { type: 'clear', list: 'people', person: 4 })
    expect(cleared.people.people?.[3]).toEqual(card(4, {}))
  })

  test('ticking a person ignores a calendar chosen without a date', () => {
    const chosen = { born: { calendar: 'lunar', day: '', month: '', year: '', leap: false } } as const
    const draft: FormDraft = { answers: {}, people: { departed: [card(1, chosen)] } }
    const filled = changeDraft(draft, { type: 'fill', list: 'departed', answers: { name: 'Lim' } })
    expect(filled.people.departed).toEqual([card(1, { name: 'Lim' })])
  })
})

/** Which card belongs to which person. */
const on = (cards: Person[], ticked: [string, number][] = [], people = book) =>
  Object.fromEntries(
    [...cardsOf(living, cards, offered(living, people), new Map(ticked))].map(([id, { id: at }]) => [id, at]),
  )

describe('finding which persons are already on the form', () => {
  test('persons already on the form are found by name, whatever the other fields contain', () => {
    expect(on([card(1, { chineseName: '陈𠮷䶮 ', relation: '外婆' }), card(2, { name: 'Devi' })])).toEqual({
      陈𠮷䶮: 1,
      Devi: 2,
    })
    expect(on([card(1, { chineseName: '陈𠮷䶮', name: 'Somebody else' }), card(2, {})])).toEqual({})
  })

  test('each card is matched to one of two persons with the same name, and a tick keeps its card', () => {
    const twins = [relative({ id: 'a', name: 'Devi' }), relative({ id: 'b', name: 'Devi', relation: '女儿' })]
    expect(on([card(1, { name: 'Devi' })], [], twins)).toEqual({ a: 1 })
    expect(on([card(1, { name: 'Devi', relation: '女儿' })], [], twins)).toEqual({ b: 1 })
    expect(on([card(1, { name: 'Devi', relation: '朋友' })], [['b', 1]], twins)).toEqual({ b: 1 })
    expect(on([card(1, { name: 'Devi' }), card(2, { name: 'Devi' })], [], twins)).toEqual({ a: 1, b: 2 })
  })

  test('a card that was edited after a tick is reported, ignoring blank answers', () => {
    expect(isChanged(living, card(1, { name: 'Devi', relation: ' ', chineseName: '' }), friend)).toBe(false)
    expect(isChanged(living, card(1, { name: 'Devi', relation: '朋友' }), friend)).toBe(true)
  })
})

describe('persons on the form that can be saved to the family book', () => {
  test('only names that the family book does not have for their kind can be saved to it', () => {
    const cards = [
      card(1, { chineseName: '陈𠮷䶮' }),
      card(2, { name: 'Lim' }),
      card(3, { relation: '朋友' }),
      card(4, { chineseName: '陈大文' }),
    ]
    expect(newcomers(living, cards, book).map(({ id }) => id)).toEqual([2, 4])
    expect(newcomers(departed, cards, book).map(({ id }) => id)).toEqual([1, 2])
  })

  test('new persons are saved to the family book with what was typed about them', () => {
    const date = { calendar: 'lunar', day: '1', month: '4', year: '2020', leap: true } as const
    expect(entryOf(departed, card(1, { chineseName: ' 陈𠮷', passedOn: date, name: ' ' }))).toEqual({
      kind: 'departed',
      chineseName: ' 陈𠮷',
      passedOn: { calendar: 'lunar', year: 2020, month: 4, day: 1, leap: true },
    })
    expect(entryOf(living, card(1, { name: 'Lim', relation: 'Friend' }))).toEqual({
      kind: 'living',
      name: 'Lim',
      relation: 'Friend',
    })
  })
})
