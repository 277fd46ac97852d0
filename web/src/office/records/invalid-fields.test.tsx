import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { idle } from '../kit/draft/keeper.ts'
import { SessionProvider } from '../kit/session/session.tsx'
import { detail, serve, summary, user } from '../testing/serve-records.ts'
import { showOffice } from '../testing/show-office.tsx'
import { EventEditor } from './kinds/event/event-editor.tsx'
import { RecordPage } from './record-page.tsx'
import type { Detail } from './record-queries.ts'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const offering: Record<string, string> = {
  options: 'bowl any',
  'option.bowl.title.en': 'A bowl',
  'option.bowl.price': '1200',
  'option.bowl.later': '2027-01-01 1300',
  'option.bowl.terms': 'once',
  'option.bowl.channels': 'site',
  'option.any.title.en': 'Any amount',
  'option.any.least': '500',
  'option.any.terms': 'once',
  'option.any.channels': 'site',
  opens: '冬至 -6',
}
const rule = (part: object) =>
  JSON.stringify({
    kind: 'lunar-monthly',
    lunarDays: [1],
    from: '2026-11-01',
    sessions: [{ key: '', title: { en: '', zh: '' }, place: { en: '', zh: '' }, begins: '09:00', ends: '10:00' }],
    ...part,
  })

/** Opens a record whose server refuses every save, and returns the last sent value of a field. */
async function open(kind: 'offering' | 'banner' | 'event', fields: Record<string, string>, tab = '') {
  const record = summary('soup', {
    kind,
    en: { state: 'changed', onSite: true },
    zh: { state: 'changed', onSite: true },
  })
  const given: Detail = { ...detail, record, fields, revs: {}, live: fields }
  const asked = serve({
    'GET /api/_auth/session': () => ({ user }),
    'GET /api/admin/record/soup': () => given,
    'POST /api/admin/record/soup/presence': () => ({ others: [] }),
    'GET /api/admin/offering/soup': () => ({ id: 'o', forms: [], options: [] }),
    'GET /api/admin/record': () => ({ items: [], taken: [] }),
    'GET /api/admin/record/soup/check': () => ({
      rev: 4,
      blocks: [],
      warnings: [],
      doubts: [],
      changed: [],
      older: [],
      addresses: [],
    }),
    'PATCH /api/admin/record/soup': ({ fields: typed }: { fields: Record<string, unknown> }) =>
      new Response(
        JSON.stringify({
          code: 'invalid-fields',
          title: 'No',
          errors: Object.keys(typed).map((field) => ({ field, code: 'bad', title: `Refused: ${field}` })),
        }),
        { status: 400 },
      ),
  })
  const at = memoryLocation({ path: '/offerings/soup', searchPath: tab, record: true })
  showOffice(
    <SessionProvider onEnd={() => undefined}>
      <Router hook={at.hook} searchHook={at.searchHook}>
        {kind === 'event' ? <EventEditor detail={given} userId="u" /> : <RecordPage user={user} areas={[]} id="soup" />}
      </Router>
    </SessionProvider>,
  )
  await screen.findByRole('button', { name: 'Publish …' })
  return async (field: string) => {
    await vi.advanceTimersByTimeAsync(idle)
    const saves = asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
    return (saves as { fields: Record<string, { value: string }> }[]).findLast((one) => field in one.fields)?.fields[
      field
    ]?.value
  }
}

/** Invalid input is neither reported as saved nor published, and stays in its field. */
async function expectRefused(field: RegExp) {
  expect(await screen.findByText(/^Not saved: one field/)).toHaveTextContent(field)
  fireEvent.click(screen.getByRole('button', { name: 'Publish …' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('One thing to do first')).toBeVisible()
  expect(within(dialog).getByText(/^Refused: /)).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Publish now' })).toBeDisabled()
}

const type = (box: HTMLElement, text: string) => fireEvent.change(box, { target: { value: text } })

describe('invalid fields of an offering’s option', () => {
  it.each([
    ['A bowl', 'Price (S$)', 0, 'l5', 'price', '$l5', /Price/],
    ['A bowl', 'Price (S$)', 0, '5O', 'price', '$5O', /Price/],
    ['A bowl', 'Price (S$)', 0, '0', 'price', '$0', /Price/],
    ['A bowl', 'Price (S$)', 0, '10000000', 'price', '$10000000', /Price/],
    ['A bowl', 'Price (S$)', 1, 'l5', 'later', '2027-01-01 $l5', /Another price/],
    ['A bowl', 'Price (S$)', 1, '', 'later', '2027-01-01 -', /Another price/],
    ['A bowl', 'From', 0, '', 'later', '- 1300', /Another price/],
    ['A bowl', /^Names/, 0, 'many', 'names', 'many', /names/i],
    ['Any amount', 'Least (S$)', 0, 'l5', 'least', '$l5', /./],
    ['Any amount', 'Most (S$)', 0, '1.234', 'most', '$1.234', /./],
    ['Any amount', /^Suggest/, 0, '5, l5', 'suggestions', '$5, l5', /Suggest/],
  ] as const)(
    'an option with an invalid field: %s, %s (%i): %s',
    async (option, label, at, text, name, kept, called) => {
      const key = option === 'A bowl' ? 'bowl' : 'any'
      const sent = await open('offering', offering, 'tab=options')
      fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^(Change|Edit).*${option}`) }))
      const box = screen.getAllByLabelText(label)[at]!
      type(box, text)
      expect(await sent(`option.${key}.${name}`)).toBe(kept)
      expect(box).toHaveValue(text)
      await expectRefused(called)
    },
  )

  it('removing an option removes its errors, and restoring it brings them back in place', async () => {
    await open('offering', offering, 'tab=options')
    fireEvent.click(await screen.findByRole('button', { name: /^(Change|Edit).*A bowl/ }))
    type(screen.getAllByLabelText('Price (S$)')[0]!, 'l5')
    await vi.advanceTimersByTimeAsync(idle)
    await screen.findByText(/^Not saved: one field/)
    fireEvent.click(screen.getByRole('button', { name: 'Remove this option' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(screen.getAllByLabelText('Price (S$)')[0]).toHaveValue('l5')
    const names = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(names[0]).toMatch(/^A bowl/)
  })
})

describe('an invalid cut-off day', () => {
  it.each([
    ['offering', 'tab=dates'],
    ['banner', ''],
  ] as const)('an invalid cut-off day is not saved: %s', async (kind, tab) => {
    const sent = await open(kind, offering, tab)
    const days = await screen.findByLabelText(/^Days before/)
    type(days, 'six')
    expect(await sent('opens')).toBe('冬至 six')
    expect(days).toBeInvalid()
    type(days, '')
    expect(await sent('opens')).toBe('冬至 -')
    type(days, '－１２')
    expect(await sent('opens')).toBe('冬至 -12')
    const [opens] = screen.getAllByRole('combobox', { name: /opens|from|shown/i })
    await userEvent.selectOptions(opens!, 'on')
    expect(await sent('opens')).toBe('-')
    await expectRefused(/./)
  })
})

describe('an invalid repeat rule of an event', () => {
  it('an event’s half-typed last day counts as invalid, not as absent', async () => {
    const sent = await open('event', { ...detail.fields, rule: rule({}) })
    fireEvent.click(screen.getByRole('button', { name: /When/ }))
    const until = screen.getByLabelText(/^Until/)
    fireEvent.change(until, { target: { value: '3/4' } })
    fireEvent.blur(until)
    expect(JSON.parse((await sent('rule')) ?? '{}')).toMatchObject({ until: '3/4' })
  })

  it.each([
    [{ kind: 'term', term: '冬至', offset: -6 }, 'offset', 'Days away from it', -12],
    [{ kind: 'row', start: 'term', term: '清明', length: 7 }, 'length', 'How many days', 12],
  ] as const)('an event’s invalid number %j counts as invalid', async (part, name, label, read) => {
    const sent = await open('event', { ...detail.fields, rule: rule(part) })
    fireEvent.click(screen.getByRole('button', { name: /When/ }))
    const box = screen.getByLabelText(label)
    for (const text of ['', '-', 'l5', '1.5', '十']) {
      type(box, text)
      expect(JSON.parse((await sent('rule')) ?? '{}')).toMatchObject({ [name]: 61 })
      expect(box).toHaveValue(text)
      expect(box).toBeInvalid()
    }
    for (const text of [String(read), name === 'offset' ? '－１２' : '１２']) {
      type(box, text)
      expect(JSON.parse((await sent('rule')) ?? '{}')).toMatchObject({ [name]: read })
      expect(box).toBeValid()
    }
  })
})
