import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { serve } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import type { StaffUser } from '../kit/session/session.tsx'
import { ImportPage } from './import-page.tsx'
import type { Import } from './import-queries.ts'

const path = '/api/admin/import/i1'
const one = {
  id: 'i1',
  kind: 'members',
  name: 'members.csv',
  state: 'ready',
  createdAt: '2026-11-21T04:00:00Z',
  total: 1,
  made: 1,
  kept: 0,
  used: 1,
  width: 1,
  fields: ['name'],
  counts: { ready: 1, decide: 0, unreadable: 0, known: 0 },
  columns: {
    header: ['Name'],
    sample: [['陈美玲']],
    fields: [{ id: 'name', required: true, column: 0 }],
  },
} as unknown as Import
const user = { id: 'me', name: 'Tan', roles: ['admin'] } as unknown as StaffUser

beforeEach(() => window.history.replaceState(null, '', '/'))
afterEach(() => vi.unstubAllGlobals())

describe.each(['en', 'zh'] as const)('ambiguities of an imported file in %s', (locale) => {
  const t = makeT(locale, messages[locale])

  it('an ambiguous import file asks which of two interpretations is right, and sends the choice', async () => {
    const readings = [
      { id: 0, texts: ['陈美玲'] },
      { id: 1, texts: ['鼠藝襟'] },
    ]
    const sent = serve({
      [`GET ${path}`]: [200, { ...one, state: 'columns', columns: { ...one.columns, readings, reading: 0 } }],
      [`PUT ${path}/columns`]: [200, {}],
    })
    showOffice(<ImportPage id="i1" user={user} areas={[]} />, locale)
    const choice = await screen.findByRole('group', { name: t('imports.readings') })
    expect(within(choice).getAllByRole('radio', { checked: false })).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: t('imports.columns-do') }))
    expect(sent).toEqual([])
    expect(choice).toHaveTextContent(t('imports.readings-missing'))
    await userEvent.click(within(choice).getByRole('radio', { name: '鼠藝襟' }))
    await userEvent.click(screen.getByRole('button', { name: t('imports.columns-do') }))
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ reading: 1 }))
  })

  it.each(['columns', 'ready', 'done'] as const)(
    'an import reports what was not parsed, and formulas, when it is %s',
    async (state) => {
      const unread = {
        count: 22,
        first: [
          { row: 4, text: 'his brother too' },
          { row: 5, text: 'Blk 1 · #02-03', why: 'shifted' },
        ],
        sheets: [
          { name: '2024', rows: 310 },
          { name: '2023', rows: 0 },
        ],
        beyond: 7,
      }
      const formulas = { count: 1, first: [{ cell: 'B7', text: '88' }] }
      serve({ [`GET ${path}`]: [200, { ...one, state, unread, formulas }] })
      showOffice(<ImportPage id="i1" user={user} areas={[]} />, locale)
      expect(await screen.findByText(t('imports.unread-lines', { count: 22, shown: '22' }))).toBeVisible()
      expect(screen.getByText(t('imports.unread-line', { row: 4, text: 'his brother too' }))).toBeVisible()
      expect(screen.getByText(t('imports.unread-rest', { count: 20, shown: '20' }))).toBeVisible()
      expect(screen.getByText(t('imports.unread-shifted'), { exact: false })).toHaveTextContent('Blk 1 · #02-03')
      expect(screen.getByText(t('imports.unread-sheet-long', { name: '2023' }))).toBeVisible()
      expect(screen.getByText(t('imports.unread-beyond', { count: 7, shown: '7' }))).toBeVisible()
      expect(screen.getByText(t('imports.unread-sheet', { name: '2024', count: 310, shown: '310' }))).toBeVisible()
      expect(screen.getByText(t('imports.formula-cell', { cell: 'B7', text: '88' }))).toBeVisible()
    },
  )
})
