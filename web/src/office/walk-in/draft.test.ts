import { describe, expect, it } from 'vitest'
import type { FormDefinition } from '../../domain/form/definition.ts'
import {
  accountOf,
  asksQuantity,
  canBeHad,
  changeItem,
  isBlank,
  newDraft,
  revive,
  sameAgain,
  wishOf,
  withItem,
  withoutItem,
  type Draft,
  type DraftItem,
  type Offering,
} from './draft.ts'

/** The only item of a draft. */
function only({ items: [item] }: Draft): DraftItem {
  if (!item) throw new Error('the draft has no item')
  return item
}

const names: FormDefinition = {
  key: 'lamp',
  version: 1,
  fields: [
    {
      key: 'people',
      type: 'people',
      label: { en: 'Names', zh: '姓名' },
      required: true,
      takes: 'living',
      fields: [{ key: 'chineseName', type: 'chineseName', label: { en: 'Chinese name', zh: '中文姓名' } }],
    },
  ],
}
const offering = (key: string, more: Partial<Offering>): Offering => ({
  id: `${key}-id`,
  key,
  category: { key: 'c', title: 'C' },
  title: key,
  chineseTitle: key,
  summary: '',
  html: '',
  art: 'lamp',
  state: 'open',
  options: [],
  form: null,
  ...more,
})
const option = (id: string, more: object) => ({
  id,
  key: id,
  title: id,
  chineseTitle: id,
  description: '',
  terms: ['once' as const, 'yearly' as const],
  ...more,
})
const lamp = offering('lamp', {
  options: [option('one', { price: 3800 }), option('family', { price: 8800 })],
  form: names,
})
const oil = offering('oil', { options: [option('bottle', { price: 1000, terms: ['once'] })] })
const gift = offering('gift', { options: [option('open', { min: 200 })] })
const flowers = offering('flowers', { options: [option('monthly', { price: 6800, terms: ['monthly'] })] })
const blank = newDraft('clerk', 'en')
const had = (key: string, optionId: string, more: object) => ({
  offeringKey: key,
  optionId,
  quantity: 1,
  title: key,
  optionTitle: optionId,
  ...more,
})

describe('a walk-in being entered', () => {
  it('the lines of a walk-in have numbers that do not change', () => {
    const two = withItem(withItem(blank, lamp, 'family'), oil, 'bottle')
    const again = withItem(withoutItem(two, 1), lamp, 'one')
    expect(again.items.map(({ id, order }) => [id, order.optionId])).toEqual([
      [2, 'bottle'],
      [3, 'one'],
    ])
    expect(two.items[0]?.form?.people.people).toHaveLength(1)
  })
  it('a walk-in asks for a quantity when neither names nor an amount are asked for', () => {
    const asked = [lamp, oil, gift].map((each) =>
      asksQuantity(each, only(withItem(blank, each, each.options[0]?.id ?? '')).order),
    )
    expect(asked).toEqual([false, true, false])
  })
  it('a walk-in sends what was typed, never the temple’s prices', () => {
    const draft = changeItem(withItem(blank, gift, 'open'), 1, {
      order: { optionId: 'open', amount: 'S$50', term: 'yearly', quantity: 1, places: [] },
    })
    const item = only(draft)
    expect(wishOf(item, gift, true)).toEqual({
      offeringId: 'gift-id',
      optionId: 'open',
      quantity: 1,
      amount: 5000,
      term: 'yearly',
    })
    expect(wishOf(item, gift, false).term).toBe('once')
    expect(wishOf(only(withItem(blank, lamp, 'one')), lamp, false)).not.toHaveProperty('amount')
  })
  it('a walk-in does not offer one-time payment where only monthly terms exist', () =>
    expect(wishOf(only(withItem(blank, flowers, 'monthly')), flowers, false).term).toBe('monthly'))
})

describe('copying last year’s order', () => {
  const filled = sameAgain(
    blank,
    [
      had('lamp', 'family', {
        form: { people: [{ chineseName: '陈𠮷䶮' }, { chineseName: '林大明' }] },
        term: 'yearly',
      }),
      had('oil', 'bottle', { quantity: 3 }),
      had('gift', 'open', { amount: 5050, reason: 'amount' }),
      had('gone', 'x', { offeringKey: undefined, reason: 'withdrawn' }),
      had('lamp', 'one', { reason: 'sold-out' }),
    ],
    [lamp, oil, gift],
  )
  it('copying last year’s order copies the items with names, amounts and quantities', () => {
    expect(filled.items.map(({ order }) => [order.optionId, order.quantity, order.amount, order.term])).toEqual([
      ['family', 1, '', 'yearly'],
      ['bottle', 3, '', 'once'],
      ['open', 1, '50.50', 'once'],
    ])
    expect(filled.items[0]?.form?.people.people?.map(({ answers }) => answers.chineseName)).toEqual([
      '陈𠮷䶮',
      '林大明',
    ])
  })
  it('copying last year’s order lists what is no longer available', () =>
    expect(filled.leftOut.map(({ title, reason }) => [title, reason])).toEqual([
      ['gone', 'withdrawn'],
      ['lamp', 'sold-out'],
    ]))
  it('copying last year’s order leaves to the clerk only what must change', () =>
    expect(
      ['form', 'term', 'amount', 'closed', undefined].map((reason) => canBeHad(had('lamp', 'one', { reason }))),
    ).toEqual([true, true, true, false, true]))
})

describe('after a reload', () => {
  const draft = { ...withItem(blank, lamp, 'one'), payer: { ...blank.payer, name: 'Lim' } }
  it('a walk-in loses nothing on a reload', () =>
    expect(revive(JSON.parse(JSON.stringify(draft)), 'clerk', 'zh')).toEqual(draft))
  it('after a reload another clerk’s draft is not shown', () => {
    expect(revive(draft, 'another', 'zh')).toEqual(newDraft('another', 'zh'))
    expect(isBlank(revive(draft, 'another', 'zh'))).toBe(true)
  })
  it('after a reload a malformed draft is ignored', () => {
    for (const saved of [undefined, null, 'x', 7, {}, { by: 'clerk', items: 1 }])
      expect(revive(saved, 'clerk', 'en')).toEqual(blank)
  })
})

describe('the account of a known devotee', () => {
  const known = { id: 'u', name: 'Tan', chineseName: '', email: '', locale: 'en' as const }
  it('a known devotee’s account is linked to the order when the clerk confirms it', () => {
    expect(accountOf({ ...blank, known, forAccount: true })).toBe(known)
    expect(accountOf({ ...blank, known, forAccount: false })).toBeNull()
  })
})
