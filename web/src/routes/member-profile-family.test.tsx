import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FormDefinition } from '../domain/form/definition.ts'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import FamilyPage from './member-profile-family.tsx'

const files = import.meta.glob<FormDefinition>('../../../internal/offer/family/*.json', {
  eager: true,
  import: 'default',
})
const form = (kind: string) => files[`../../../internal/offer/family/${kind}.json`]
const person = { name: '', relation: '', address: '' }
const mother = { ...person, id: 'm', kind: 'living', chineseName: '陈美玲', name: 'Bee Leng', relation: '母亲' }
const father = {
  ...person,
  id: 'f',
  kind: 'departed',
  chineseName: '陈大文',
  birthDate: { calendar: 'solar', year: 1931, month: 6, day: 1 },
  passedOn: { calendar: 'lunar', year: 2020, month: 4, day: 1, leap: true },
}
const book = {
  items: [mother, father],
  most: 100,
  zodiacFrom: 'lichun',
  taiSui: { from: 'lichun', years: [{ year: 2026, sign: 'horse', begins: '2026-02-04', meets: ['rat'] }] },
  forms: { living: form('living'), departed: form('departed') },
}
const show = (edit?: string, more = {}) => {
  const reload = vi.fn<() => Promise<void>>(async () => {})
  const search = edit ? `?edit=${edit}` : ''
  const page = { id: 'member-profile-family', path: '/member/profile/family', data: { ...book, ...more } }
  return { ...showPage(FamilyPage, { ...page, search, reload }), reload }
}
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
function nth<Element>(list: readonly Element[], i: number): Element {
  const found = list[i]
  if (!found) throw new Error(`there are only ${list.length}`)
  return found
}
const inDate = (legend: RegExp, part: string) =>
  within(nth(screen.getAllByRole('group', { name: legend }), 0)).getByRole('textbox', { name: part })

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('the living and the departed are listed separately', () => {
  show()
  for (const [title, name] of [
    ['The living', '陈美玲'],
    ['The departed', '陈大文'],
  ] as const) {
    const cards = within(screen.getByRole('region', { name: title })).getAllByRole('article')
    expect(cards).toHaveLength(1)
    expect(cards[0]).toHaveAccessibleName(name)
  }
})

test('a new person is sent as typed, with the zodiac sign shown before by the office’s zodiac boundary', async () => {
  const sent = answerCalls([200, { person: { ...mother, id: 'n', chineseName: ' 陈𠮷' } }])
  const { navigate } = show('living')
  await userEvent.type(box(/^Chinese name/), ' 陈𠮷')
  await userEvent.type(inDate(/^Birth date/, 'Day'), '5')
  await userEvent.type(inDate(/^Birth date/, 'Month'), '2')
  await userEvent.type(inDate(/^Birth date/, 'Year'), '1985')
  expect(screen.getByText('Zodiac sign: Ox')).toBeInTheDocument()
  expect(screen.getByText(/lunar 1984, 12th month, day 16/)).toBeInTheDocument()
  await save()
  expect(sent).toMatchObject([
    {
      call: 'POST /api/family',
      body: { kind: 'living', chineseName: ' 陈𠮷', birthDate: { calendar: 'solar', year: 1985, month: 2, day: 5 } },
    },
  ])
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  await waitFor(() => expect(navigate).toHaveBeenCalledWith('/member/profile/family', { replace: true }))
  expect(sessionStorage).toHaveLength(0)
})

test('a living person marked as departed keeps the other data', async () => {
  const sent = answerCalls([200, { person: mother }])
  show('m')
  expect(screen.queryByRole('group', { name: /^Day of passing/ })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Departed' }))
  expect(box(/^Chinese name/)).toHaveValue('陈美玲')
  await userEvent.type(inDate(/^Day of passing/, 'Day'), '5')
  await userEvent.type(inDate(/^Day of passing/, 'Month'), '1')
  await userEvent.type(inDate(/^Day of passing/, 'Year'), '2020')
  await save()
  expect(sent).toMatchObject([
    { call: 'PUT /api/family/m', body: { kind: 'departed', name: 'Bee Leng', passedOn: { year: 2020 } } },
  ])
})

test('shows errors at the fields, and sends nothing', async () => {
  const sent = answerCalls()
  show('f')
  const year = inDate(/^Day of passing/, 'Year')
  await userEvent.clear(year)
  await userEvent.type(year, '1925')
  await userEvent.click(nth(screen.getAllByRole('radio', { name: 'Solar calendar' }), 1))
  await save()
  const link = within(screen.getByRole('alert')).getByRole('link', {
    name: /^Day of passing: This is before the birth/,
  })
  await userEvent.click(link)
  expect(inDate(/^Day of passing/, 'Day')).toHaveFocus()
  expect(sent).toEqual([])
})

test('shows server errors at the fields, and keeps what was typed', async () => {
  const errors = [{ field: 'relation', code: 'control-character', title: 'An invisible character.' }]
  answerCalls(
    [400, { code: 'invalid-fields', title: 'x', errors }],
    [400, { code: 'family-full', title: 'It is full.' }],
  )
  const first = show('living')
  await userEvent.type(box(/^English name/), 'Tan')
  await save()
  expect(within(screen.getByRole('alert')).getByRole('link')).toHaveTextContent('An invisible character.')
  await save()
  expect(await screen.findByText('It is full.')).toBeVisible()
  first.unmount()
  show('living')
  expect(box(/^English name/)).toHaveValue('Tan')
  expect(screen.getByText('We kept what you wrote here before.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Back without saving' }))
  expect(sessionStorage).toHaveLength(0)
})

test.each([
  [401, '请先登录。', 'Please sign in first.'],
  [403, '您的账户不能进行此操作，如有需要请洽寺务处。', /^Your account does not allow this/],
  [404, '家人名册里已没有这位家人。', 'This person is no longer in your family book.'],
])('that an entry could not be saved is told by why (%i)', async (status, zh, en) => {
  answerCalls([status])
  const { change } = show('m')
  await save()
  expect(await screen.findByText(en)).toBeVisible()
  change({ locale: 'zh' })
  expect(screen.getByText(zh)).toBeVisible()
})

test('warns about a duplicate name only among the same kind (living or departed)', async () => {
  show('living')
  await userEvent.type(box(/^Chinese name/), '陈大文')
  expect(screen.queryByText(/is in your family book already/)).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Departed' }))
  expect(screen.getByText(/陈大文 is in your family book already/)).toBeVisible()
})

test('a removed person can be restored unchanged', async () => {
  const sent = answerCalls([200, { removed: true }], [200, { person: father }])
  const { reload, change } = show()
  reload.mockImplementation(async () => change({ data: { ...book, items: [mother] } }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove 陈大文' }))
  const back = await screen.findByRole('button', { name: 'Undo' })
  expect(back).toHaveFocus()
  await userEvent.click(back)
  const { id: _, ...entry } = father
  expect(sent).toMatchObject([{ call: 'DELETE /api/family/f' }, { call: 'POST /api/family', body: entry }])
  await waitFor(() => expect(screen.getByRole('heading', { name: 'The departed' })).toHaveFocus())
})

test('a full family book offers no more entries; an empty one explains its use', () => {
  const { unmount } = show(undefined, { most: 2 })
  expect(screen.queryByRole('link', { name: /^Add a/ })).toBeNull()
  expect(screen.getByText('Your family book is full: it holds 2 people.')).toBeVisible()
  unmount()
  show(undefined, { items: [] })
  expect(screen.getByRole('heading', { name: 'Your family book is empty' })).toBeVisible()
  expect(screen.getAllByRole('link', { name: /^Add a/ })).toHaveLength(2)
})

test('after renaming a person, offers the new name for items ordered under the old one', async () => {
  const item = { orderId: 'v', number: 'INV-2026-000012', itemId: 'i', title: 'Blessing lamp', optionTitle: 'Family' }
  const sent = answerCalls(
    [200, { person: { ...mother, chineseName: '陈美龄' } }],
    [200, { items: [item] }],
    [200, { items: [] }],
  )
  const { change } = show('m')
  await userEvent.clear(box(/Chinese name/))
  await userEvent.type(box(/Chinese name/), '陈美龄')
  await save()
  change({ search: '' })
  const part = await screen.findByRole('region', { name: 'Change the name in these offerings too?' })
  expect(part).toHaveTextContent('They have the name 陈美玲 as it was.')
  await userEvent.click(within(part).getByRole('button', { name: 'Change it there too' }))
  expect(sent.at(-1)).toMatchObject({
    call: 'PUT /api/invoice/person',
    body: { kind: 'living', from: { chineseName: '陈美玲' }, to: { chineseName: '陈美龄' }, items: ['i'] },
  })
  expect(screen.queryByRole('region', { name: 'Change the name in these offerings too?' })).toBeNull()
})
