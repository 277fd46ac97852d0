import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { serve, type Answer } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import type { Months } from './month-queries.ts'
import { MonthsPage } from './months-page.tsx'
import { journalOf } from './periods.ts'

const t = makeT('en', messages.en)

afterEach(() => vi.unstubAllGlobals())

const closing = {
  closedAt: '2026-10-02T02:00:00Z',
  closedBy: 'Mei',
  taken: 8800,
  back: 100,
  lines: 4,
  sha256: 'a1b2',
}
const months: Months = {
  items: [
    { month: '2026-11', state: 'running', closings: [] },
    { month: '2026-10', state: 'open', closings: [] },
    { month: '2026-09', state: 'closed', closings: [closing] },
  ],
  next: { month: '2026-10', waits: { receipts: 2, lines: 1, shifts: 0, refunds: 0, excess: 0 } },
  reopen: '2026-09',
  mine: false,
}
const list = 'GET /api/admin/month'
const close = 'POST /api/admin/month/2026-10/close'
const reopen = 'POST /api/admin/month/2026-09/reopen'

it('says that there are no months before money has come in', async () => {
  serve({ [list]: [200, { items: [], mine: false }] })
  showOffice(<MonthsPage />)
  expect(await screen.findByText(t('months.none'))).toBeVisible()
})

it('shows that the months could not be loaded, and loads them again', async () => {
  const answers: Record<string, Answer> = { [list]: 'no answer' }
  serve(answers)
  showOffice(<MonthsPage />)
  const again = await screen.findByRole('button', { name: t('common.try-again') }, { timeout: 5000 })
  answers[list] = [200, months]
  await userEvent.click(again)
  expect(await screen.findByRole('heading', { name: /^October 2026/ })).toBeVisible()
})

it('closes the oldest month that has ended, after what waits was shown, and tells a refusal beside the button', async () => {
  const answers: Record<string, Answer> = {
    [list]: [200, months],
    [close]: [400, { code: 'month-order', title: '', month: '2026-09' }],
  }
  const sent = serve(answers)
  showOffice(<MonthsPage />)
  await userEvent.click(await screen.findByRole('button', { name: /^Close…/ }))
  const dialog = screen.getByRole('dialog')
  expect(
    within(dialog)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/payments', '/bank'])
  const button = within(dialog).getByRole('button', { name: t('months.close-do', { month: 'October 2026' }) })
  await userEvent.click(button)
  expect(await within(dialog).findByRole('alert')).toBeVisible()
  answers[close] = [200, months]
  await userEvent.click(button)
  expect(await screen.findByText(t('months.closed-done'))).toBeVisible()
  expect(sent.map(({ call }) => call)).toEqual([close, close])
})

it('opens a month again only with a reason, which stays when it is refused', async () => {
  const answers: Record<string, Answer> = {
    [list]: [200, months],
    [reopen]: [400, { code: 'month-own', title: t('fault.month-own') }],
  }
  const sent = serve(answers)
  showOffice(<MonthsPage />)
  await userEvent.click(await screen.findByRole('button', { name: /^Open again…/ }))
  const dialog = screen.getByRole('dialog')
  const button = within(dialog).getByRole('button', { name: t('months.reopen-do', { month: 'September 2026' }) })
  await userEvent.click(button)
  expect(within(dialog).getByText(t('months.reason-missing'))).toBeVisible()
  expect(sent).toEqual([])
  await userEvent.type(within(dialog).getByLabelText(t('months.reason')), ' A mistake ')
  await userEvent.click(button)
  expect(await within(dialog).findByText(t('fault.month-own'))).toBeVisible()
  expect(within(dialog).getByLabelText(t('months.reason'))).toHaveValue(' A mistake ')
  expect(sent[0]?.body).toEqual({ reason: 'A mistake' })
})

it('who has closed a month is told that a colleague opens it', async () => {
  serve({ [list]: [200, { ...months, mine: true }] })
  showOffice(<MonthsPage />)
  expect(await screen.findByText(t('months.mine'))).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Open again…/ })).toBeNull()
})

it('a day and a whole month have a journal, other periods have none', () => {
  expect(journalOf({ from: '2026-11-21', to: '2026-11-21' })).toBe('2026-11-21')
  expect(journalOf({ from: '2028-02-01', to: '2028-02-29' })).toBe('2028-02')
  expect(journalOf({ from: '2026-11-01', to: '2026-11-29' })).toBeUndefined()
  expect(journalOf({ from: '2026-10-01', to: '2026-11-30' })).toBeUndefined()
})
