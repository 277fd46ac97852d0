import { expect, it } from 'vitest'
import type { Draft } from './draft.ts'
import { recognise, recogniseListed } from './recognise.ts'
import type { Earlier, Imported } from './walk-in-queries.ts'

const draft = {
  known: null,
  book: [],
  forAccount: false,
  locale: 'en',
  payer: { name: '', chineseName: '', mobile: '', email: '' },
} as unknown as Draft
const listed = {
  id: 'p1',
  name: '陈美玲',
  chineseName: '',
  mobile: '+6591230001',
  email: 'mei@example.com',
} as unknown as Imported

it('fills in a person from an imported list who has only a Chinese name and no account', () => {
  const taken = recogniseListed(
    { ...draft, forAccount: true, payer: { ...draft.payer, name: 'Somebody before' } },
    listed,
  )
  expect(taken.payer).toEqual({ name: '', chineseName: '陈美玲', mobile: '+6591230001', email: 'mei@example.com' })
  expect(taken.forAccount).toBe(false)
  expect(taken.known).toBeNull()
})

it('uses an imported list only when there is no account or order, and keeps what was typed', () => {
  const found = { mobile: '+6591230001', family: [], orders: [], imported: [listed] } as unknown as Earlier
  expect(recognise({ ...draft, payer: { ...draft.payer, chineseName: '陈' } }, found).payer.chineseName).toBe('陈')
  expect(recognise(draft, found).payer.chineseName).toBe('陈美玲')
  const member = { id: 'u', name: 'Chan', chineseName: '', email: '', locale: 'zh' }
  expect(recognise(draft, { ...found, member } as unknown as Earlier).payer).toMatchObject({
    name: 'Chan',
    chineseName: '',
  })
})
