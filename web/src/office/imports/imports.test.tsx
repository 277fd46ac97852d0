import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { dismissToast, toastStore } from '../../ui/toast-store.ts'
import { serve, type Answer } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import type { StaffUser } from '../kit/session/session.tsx'
import { ImportPage } from './import-page.tsx'
import type { Import, ImportRow } from './import-queries.ts'
import { ImportsPage } from './imports-page.tsx'

const user = { id: 'me', name: 'Tan', roles: ['admin'] } as unknown as StaffUser
const one = {
  id: 'i1',
  kind: 'lamps',
  name: 'lamps-2025.xlsx',
  sheet: '2025',
  state: 'ready',
  stuck: false,
  problem: '',
  by: 'Tan',
  createdAt: '2026-11-21T04:00:00Z',
  done: 0,
  total: 1204,
  counts: { ready: 1153, decide: 14, unreadable: 6, known: 31 },
  made: 0,
  kept: 0,
  used: 3,
  width: 4,
  fields: ['name', 'mobile', 'option'],
  columns: {
    header: ['Name', 'HP', '', 'Remarks'],
    sample: [
      ['Tan Bee Leng', '9123 4567', 'Family', 'cash'],
      ['Lim Kok Hua', '8123 0099', 'Family', ''],
    ],
    remembered: false,
    fields: [
      { id: 'name', required: true, column: 0 },
      { id: 'mobile', required: false, column: 1 },
      { id: 'option', required: true, column: -1 },
    ],
  },
} as unknown as Import

const rowOf = (id: string, part: object) =>
  ({
    id,
    row: 48,
    class: 'decide',
    cells: {
      name: { text: 'Tan Bee Leng', mark: '' },
      mobile: { text: '9123 4567', mark: 'decide' },
      option: { text: 'Family', mark: '' },
    },
    problems: [],
    ...part,
  }) as unknown as ImportRow
const same = rowOf('r1', {
  problems: [
    {
      field: 'mobile',
      code: 'member-same',
      mark: 'decide',
      params: { value: '9123 4567', names: '陈美玲 Chan Mei Ling' },
      answers: ['same', 'other'],
      answered: '',
    },
  ],
})
const short = rowOf('r2', {
  row: 112,
  class: 'unreadable',
  problems: [
    {
      field: 'mobile',
      code: 'digits-missing',
      mark: 'wrong',
      params: { count: 1 },
      answers: ['set', 'without'],
      answered: '',
    },
  ],
})

const path = '/api/admin/import/i1'
const look = (part: Record<string, Answer> = {}): Record<string, Answer> => ({
  [`GET ${path}`]: [200, one],
  [`GET ${path}/row`]: [200, { items: [same, short] }],
  ...part,
})
const show = (locale: 'en' | 'zh' = 'en', id = 'i1') =>
  showOffice(<ImportPage id={id} user={user} areas={[]} />, locale)
const sheet = new File(['x'], 'lamps.xlsx')
const bring = () => {
  const field = document.querySelector('input[type=file]')
  if (!field) throw new Error('no field for files')
  fireEvent.change(field, { target: { files: [sheet] } })
}

beforeEach(() => {
  window.history.replaceState(null, '', '/')
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const { id } of toastStore.current()) dismissToast(id)
})

describe.each(['en', 'zh'] as const)('importing lists in %s', (locale) => {
  const t = makeT(locale, messages[locale])

  it('the imports page shows how to start when nothing was imported yet', async () => {
    serve({})
    showOffice(<ImportsPage />, locale)
    expect(await screen.findByText(t('imports.empty'))).toBeVisible()
    expect(screen.getByRole('link', { name: t('imports.new') })).toHaveAttribute('href', '/imports/new')
  })

  it('the imports page lists imports with their state and the time until which they can be undone', async () => {
    serve({
      'GET /api/admin/import': [
        200,
        {
          items: [
            { ...one, state: 'done', made: 1153, undoUntil: '2026-12-24T04:00:00Z' },
            { ...one, id: 'i2' },
          ],
        },
      ],
    })
    showOffice(<ImportsPage />, locale)
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first).toHaveTextContent(t('imports.state-done'))
    expect(first).toHaveTextContent(
      t('imports.undo-until', { day: locale === 'en' ? '24 Dec 2026' : '2026年12月24日' }),
    )
    expect(second).toHaveTextContent(t('imports.state-ready'))
  })

  it('a new import asks what the file contains before accepting one', async () => {
    const sent = serve({})
    show(locale, 'new')
    bring()
    expect(await screen.findByText(t('imports.what-missing'))).toBeVisible()
    expect(sent).toEqual([])
  })

  it('a new import uploads a file and opens it', async () => {
    const sent = serve({ 'POST /api/admin/import': [200, { id: 'i1', known: false }] })
    show(locale, 'new')
    await userEvent.click(screen.getByRole('radio', { name: new RegExp(t('imports.kind-lamps')) }))
    bring()
    await waitFor(() => expect(window.location.pathname).toBe('/imports/i1'))
    expect(sent).toEqual([{ call: 'POST /api/admin/import', body: 'lamps.xlsx', key: null }])
  })

  it('a new import keeps a file that was chosen before its kind', async () => {
    const sent = serve({ 'POST /api/admin/import': [200, { id: 'i1', known: false }] })
    show(locale, 'new')
    bring()
    expect(screen.getByText(t('imports.file-waits', { name: 'lamps.xlsx' }))).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: new RegExp(t('imports.kind-lamps')) }))
    expect(sent).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: t('imports.file-send', { name: 'lamps.xlsx' }) }))
    expect(sent).toEqual([{ call: 'POST /api/admin/import', body: 'lamps.xlsx', key: null }])
  })

  it('a new import offers a sample file of each kind for download', async () => {
    serve({})
    show(locale, 'new')
    await userEvent.click(screen.getByRole('radio', { name: new RegExp(t('imports.kind-orders')) }))
    expect(screen.getByRole('link', { name: t('imports.sample') })).toHaveAttribute(
      'href',
      '/api/admin/import-sample?kind=orders',
    )
  })

  it('a new import shows at the field why a file is refused', async () => {
    serve({ 'POST /api/admin/import': [400, { code: 'import-formulas', title: 'There are formulas in it.' }] })
    show(locale, 'new')
    await userEvent.click(screen.getByRole('radio', { name: new RegExp(t('imports.kind-members')) }))
    bring()
    expect(await screen.findByText('There are formulas in it.')).toBeVisible()
    expect(document.querySelector('input[type=file]')).toHaveAccessibleDescription(/There are formulas in it/)
    expect(screen.getByRole('radio', { name: new RegExp(t('imports.kind-members')) })).toBeChecked()
    await userEvent.click(screen.getByRole('radio', { name: new RegExp(t('imports.kind-lamps')) }))
    expect(screen.getByRole('button', { name: t('imports.file-send', { name: 'lamps.xlsx' }) })).toBeVisible()
  })

  it('an import shows the guessed columns with values from the file, and asks for a missing required column', async () => {
    const sent = serve({
      [`GET ${path}`]: [200, { ...one, state: 'columns' }],
      [`PUT ${path}/columns`]: [200, {}],
    })
    show(locale)
    expect(await screen.findByLabelText(t('imports.field-name'))).toHaveValue('0')
    expect(screen.getByText('9123 4567 · 8123 0099')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: t('imports.columns-do') }))
    const option = screen.getByLabelText(new RegExp(t('imports.field-option')))
    expect(option).toHaveAccessibleDescription(new RegExp(t('imports.column-missing')))
    expect(sent).toEqual([])
    await userEvent.selectOptions(option, '2')
    await userEvent.click(screen.getByRole('button', { name: t('imports.columns-do') }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      call: `PUT ${path}/columns`,
      body: { columns: { name: 0, mobile: 1, option: 2 } },
    })
  })

  it('an import counts its rows, and lists for each what it lacks', async () => {
    serve(look())
    show(locale)
    const sorts = within(await screen.findByRole('navigation', { name: t('imports.sorts') }))
    expect(sorts.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      `1,153${t('imports.count-ready', { count: 1153 })}`,
      `14${t('imports.count-decide', { count: 14 })}`,
      `6${t('imports.count-unreadable', { count: 6 })}`,
      `31${t('imports.count-known', { count: 31 })}`,
    ])
    expect(await screen.findByText(t('imports.problem-digits-missing', { count: 1 }))).toBeVisible()
    expect(screen.getByRole('button', { name: t('imports.answer-same') })).toBeVisible()
    expect(screen.getByRole('link', { name: t('imports.mend', { count: 20, shown: '20' }) })).toHaveAttribute(
      'href',
      `${path}/mend.xlsx`,
    )
  })
})

const t = makeT('en', messages.en)

it('corrects a row, moves to the next by keyboard, and undoes a correction', async () => {
  const answers = look({
    [`POST ${path}/row/48/answer`]: [
      200,
      { row: { ...same, class: 'ready', problems: [{ ...same.problems[0], answered: 'same' }] }, others: [] },
    ],
  })
  const sent = serve(answers)
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'The same' }))
  expect(await screen.findByText('The same person')).toBeVisible()
  expect(sent[0]).toMatchObject({ body: { field: 'mobile', answer: 'same' } })
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Telephone' })).toHaveFocus())
  answers[`POST ${path}/row/48/answer`] = [200, { row: same, others: [] }]
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'The same' })).toBeVisible()
  expect(sent[1]).toMatchObject({ body: { answer: '' } })
})

it('keeps a value that is refused, with the reason at the field', async () => {
  serve(
    look({
      [`POST ${path}/row/112/answer`]: [
        400,
        { code: 'invalid-fields', title: '', errors: [{ field: 'value', code: 'x', title: 'Still one digit short.' }] },
      ],
    }),
  )
  show()
  const field = await screen.findByRole('textbox', { name: 'Telephone' })
  await userEvent.clear(field)
  await userEvent.type(field, '9876 54{Enter}')
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Still one digit short/))
  expect(field).toHaveValue('9876 54')
})

it('J and K move from row to row', async () => {
  serve(look())
  show()
  const first = await screen.findByRole('rowgroup', { name: 'Row 48' })
  const second = screen.getByRole('rowgroup', { name: 'Row 112' })
  await userEvent.keyboard('j')
  expect(first).toHaveFocus()
  await userEvent.keyboard('j')
  expect(second).toHaveFocus()
  await userEvent.keyboard('k')
  expect(first).toHaveFocus()
})

it('writes the ready rows once, even when sent repeatedly', async () => {
  const answers = look({ [`POST ${path}/start`]: 'no answer' })
  const sent = serve(answers)
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Import the 1,153 ready rows' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('1,153 lamps will be created.')).toBeVisible()
  expect(dialog.getByText(/^20 rows still need you/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Import the 1,153 ready rows' }))
  expect(await screen.findByText(t('office.unsent'))).toBeVisible()
  answers[`POST ${path}/start`] = [200, {}]
  await userEvent.click(dialog.getByRole('button', { name: t('common.try-again') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(2)
  expect(sent[0]).toMatchObject({ call: `POST ${path}/start`, body: { ready: 1153 } })
  expect(sent[1]).toEqual(sent[0])
})

it('shows the progress, and resumes an import that has stopped', async () => {
  const answers = look({ [`GET ${path}`]: [200, { ...one, state: 'importing', done: 400, total: 1153 }] })
  const sent = serve(answers)
  const { unmount } = show()
  expect(await screen.findByText('400 of 1,153 rows')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: t('imports.stop') }))
  await waitFor(() => expect(sent[0]?.call).toBe(`POST ${path}/cancel`))
  unmount()
  answers[`GET ${path}`] = [200, { ...one, state: 'importing', stuck: true }]
  show()
  await userEvent.click(await screen.findByRole('button', { name: t('common.continue') }))
  await waitFor(() => expect(sent[1]?.call).toBe(`POST ${path}/resume`))
})

it('undoes an import after confirmation, and lists what remains', async () => {
  const made = { ...same, class: 'ready', problems: [], made: { id: 'm1', label: 'Tan Bee Leng' } }
  const answers = look({
    [`GET ${path}`]: [200, { ...one, state: 'done', made: 1153, undoUntil: '2026-12-24T04:00:00Z' }],
    [`GET ${path}/row`]: [200, { items: [made] }],
  })
  const sent = serve(answers)
  show()
  expect(await screen.findByText('1,153 lamps were created')).toBeVisible()
  expect(await screen.findByText('Tan Bee Leng')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: t('imports.undo') }))
  expect(sent).toEqual([])
  answers[`GET ${path}`] = [
    200,
    { ...one, state: 'undone', kept: 1, undoneBy: 'Lee', undoneAt: '2026-11-22T04:00:00Z' },
  ]
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('imports.undo') }))
  expect(await screen.findByText(/^Lee undid this import/)).toBeVisible()
  expect(screen.getByText('One stays: it has been used since.')).toBeVisible()
  expect(sent).toHaveLength(1)
})

it('shows why a file could not be parsed', async () => {
  serve({ [`GET ${path}`]: [200, { ...one, state: 'failed', problem: 'statement-empty' }] })
  show()
  expect(await screen.findByText(t('fault.statement-empty'))).toBeVisible()
  expect(screen.getByRole('link', { name: t('imports.another') })).toHaveAttribute('href', '/imports/new')
})

it('opens two duplicate rows side by side, and leaves out the one not kept', async () => {
  const twin = rowOf('r3', {
    row: 877,
    problems: [
      {
        field: 'name',
        code: 'several-same',
        mark: 'decide',
        params: { other: 48 },
        answers: ['leave-out'],
        answered: '',
      },
    ],
  })
  const first = rowOf('r1', { class: 'ready', cells: { ...twin.cells, option: { text: 'Grand', mark: '' } } })
  const out = { ...first, class: 'out' }
  const sent = serve({
    ...look(),
    [`GET ${path}/row`]: [200, { items: [first, twin] }],
    [`POST ${path}/row/48/answer`]: [200, { row: out, others: [{ ...twin, class: 'ready', problems: [] }] }],
  })
  show('en')
  await userEvent.click(await screen.findByRole('button', { name: t('imports.both-open') }))
  const dialog = within(screen.getByRole('dialog', { name: t('imports.both-title', { row: 877, other: 48 }) }))
  expect(await dialog.findByText('Grand')).toHaveClass('bg-gold-1')
  expect(dialog.getAllByText('Tan Bee Leng')[0]).not.toHaveClass('bg-gold-1')
  await userEvent.click(dialog.getByRole('button', { name: t('imports.both-keep', { row: 877 }) }))
  await waitFor(() => expect(screen.queryByText(t('imports.problem-several-same', { other: 48 }))).toBeNull())
  expect(sent).toMatchObject([{ call: `POST ${path}/row/48/answer`, body: { field: 'name', answer: 'leave-out' } }])
})

it('explains once per column which date an Excel number stands for', async () => {
  const columns = {
    ...one.columns,
    fields: [
      { id: 'name', required: true, column: 0 },
      { id: 'option', required: true, column: 2 },
      { id: 'from', required: true, column: 3, days: true, numbers: false },
    ],
    dayNumbers: [{ column: 3, rows: 1200, first: '45678', day: '2025-01-21', likely: true }],
  }
  const sent = serve({
    [`GET ${path}`]: [200, { ...one, state: 'columns', columns }],
    [`PUT ${path}/columns`]: [200, {}],
  })
  show('en')
  const box = await screen.findByRole('checkbox', { name: /45678 is 21 Jan 2025/ })
  expect(box).toBeChecked()
  expect(box).toHaveAccessibleDescription(/1,200 rows/)
  await userEvent.click(screen.getByRole('button', { name: t('imports.columns-do') }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ body: { dayNumbers: ['from'] } })
})
