import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { messages } from '../../site/testing/show-page.tsx'
import { DeskHead } from '../payments/desk-head.tsx'
import { showOffice } from '../testing/show-office.tsx'
import { LatePage } from './late-page.tsx'

const t = (key: string) => messages.en[key] ?? key
const none = { count: 0, sum: 0, more: false }
const agreed = {
  waiting: none,
  approvedToday: none,
  rejectedToday: none,
  approved: none,
  rejected: none,
  confirmed: none,
  withoutOrder: none,
  undecided: none,
  filesWait: 0,
  rowsUnread: 0,
  notInBank: none,
  through: '2026-11-27T10:00:00+08:00',
  statements: [],
}
const one = { count: 1, sum: 110800, more: false }

afterEach(() => vi.unstubAllGlobals())

const decided = messages.en['payments.undecided']?.replace('{amount}', 'S$1,108.00') ?? ''

const unread = messages.en['payments.rows-unread_one']?.replace('{count}', '1') ?? ''

it.each([
  ['all is decided', agreed, t('payments.no-difference'), t('late.late-none-text')],
  ['no statement yet', { ...agreed, through: undefined }, t('payments.no-statement'), t('late.late-none')],
  ['a line is undecided', { ...agreed, undecided: one }, decided, t('late.late-none-undecided')],
  ['a row is not read', { ...agreed, rowsUnread: 1 }, unread, t('late.late-none-undecided')],
  ['a file waits', { ...agreed, filesWait: 1 }, t('payments.files-wait'), t('late.late-none-undecided')],
])('shows the true state of bank line and orders: %s', async (_, figures, desk, late) => {
  vi.stubGlobal(
    'fetch',
    async (url: string) =>
      new Response(JSON.stringify(url.includes('/figures') ? figures : { items: [], total: 0, more: false })),
  )
  showOffice(
    <>
      <DeskHead />
      <LatePage />
    </>,
  )
  expect(await screen.findByText(desk)).toBeInTheDocument()
  expect(await screen.findByText(late)).toBeInTheDocument()
  const agrees = desk === t('payments.no-difference')
  expect(screen.queryAllByText(t('payments.no-difference'))).toHaveLength(agrees ? 1 : 0)
  expect(screen.queryAllByText(t('late.late-none-text'))).toHaveLength(agrees ? 1 : 0)
})
