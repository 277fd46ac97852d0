import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Overview } from '../features/personal/overview.ts'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import type { Page } from '../site/router/payload.tsx'
import DataPage from './member-profile-data.tsx'

const nothing: Overview = { staff: false, grace: 30, open: [], unpaid: [], unread: [], consents: [] }
const page = (data: Overview, more: Partial<Page> = {}) =>
  showPage(DataPage, { id: 'member-profile-data', path: '/member/profile/data', data, ...more })
const section = (name: string) => screen.getByRole('region', { name })

test('closing an account is blocked while money is unsettled, which is listed', () => {
  page({
    ...nothing,
    open: [
      { invoiceId: 'v1', number: 'INV-2026-000001', status: 'under-verification', amount: 8800 },
      { number: 'MKTREF2345', status: 'unclaimed', amount: 6500 },
      { invoiceId: 'v1', number: 'INV-2026-000001', status: 'refund', amount: 1200 },
      { invoiceId: 'v2', number: 'INV-2026-000002', status: 'excess', amount: 300 },
    ],
  })
  const close = within(section('Close your account'))
  expect(close.getByRole('link', { name: 'Order INV-2026-000001, S$88.00' })).toHaveAttribute(
    'href',
    '/member/profile/invoices/v1',
  )
  expect(close.getByText('Transfer MKTREF2345, S$65.00')).toBeInTheDocument()
  expect(close.getByRole('link', { name: 'Refund for INV-2026-000001, S$12.00' })).toBeInTheDocument()
  expect(close.getByRole('link', { name: 'Overpaid for order INV-2026-000002, S$3.00' })).toBeInTheDocument()
  expect(close.queryByRole('button')).toBeNull()
})

test('an office account can only be closed by an administrator', () => {
  page({ ...nothing, staff: true })
  const close = within(section('Close your account'))
  expect(close.getByText(/An administrator closes it/)).toBeInTheDocument()
  expect(close.queryByRole('button')).toBeNull()
})

test('leaving the closing page returns to where the visitor started', async () => {
  page(nothing)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'I want to close my account' }))
  expect(screen.getByRole('heading', { name: 'What happens' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'No, keep my account' }))
  expect(screen.getByRole('button', { name: 'I want to close my account' })).toHaveFocus()
})

test('a refused closing shows the reason, and keeps what was typed', async () => {
  const sent = answerCalls([400, { code: 'closing-unsettled', title: 'INV-2026-000009 is not settled.' }])
  page(nothing)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'I want to close my account' }))
  const close = within(section('Close your account'))
  await user.click(close.getByRole('checkbox'))
  await user.type(close.getByLabelText('Your password'), 'three lamps')
  await user.click(close.getByRole('button', { name: 'Close my account' }))
  expect(await close.findByRole('alert')).toHaveTextContent('INV-2026-000009 is not settled.')
  expect(close.getByLabelText('Your password')).toHaveValue('three lamps')
  expect(sent).toMatchObject([{ call: 'POST /api/member/close', body: { password: 'three lamps', confirm: true } }])
})

test('a closed account shows when it is erased, and one click reopens it', async () => {
  const sent = answerCalls([200, { kept: true }], [200, {}])
  const reload = vi.fn<() => Promise<void>>(async () => {})
  page({ ...nothing, closesAt: '2026-12-21T04:00:00Z' }, { reload })
  expect(screen.getByText('Your account will be closed on 21 Dec 2026')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Close your account' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }))
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
  expect(sent[0]?.call).toBe('POST /api/member/keep')
  await vi.waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('changed policies are linked, and agreement is recorded with their version', async () => {
  const sent = answerCalls([200, { agreed: true }], [200, {}])
  page({ ...nothing, policies: '2027-02', unread: ['privacy-policy'] })
  expect(screen.getByRole('link', { name: /^Privacy policy \(opens in a new tab\)/ })).toHaveAttribute(
    'href',
    '/misc/privacy-policy',
  )
  expect(screen.queryByRole('link', { name: /^Terms/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'I have read them and agree' }))
  await vi.waitFor(() =>
    expect(sent[0]).toMatchObject({ call: 'POST /api/member/consent', body: { version: '2027-02' } }),
  )
})

test('a download refused for today shows the reason at the top', async () => {
  answerCalls([400, { code: 'export-too-often', title: 'Please try again tomorrow.', retryAfter: 3600 }])
  page(nothing)
  const download = within(section('Take your data with you'))
  await userEvent.click(download.getByRole('button', { name: 'Download my data' }))
  expect(download.getByRole('link', { name: 'Enter your password.' })).toBeInTheDocument()
  await userEvent.type(download.getByLabelText('Your password'), 'three lamps{Enter}')
  expect(await download.findByText('Please try again tomorrow.')).toBeInTheDocument()
})
