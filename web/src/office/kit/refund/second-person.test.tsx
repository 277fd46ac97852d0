import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { messages } from '../../../site/testing/show-page.tsx'
import type { Order } from '../../orders/order-queries.ts'
import { RefundForm } from '../../orders/refund-form.tsx'
import { RefundsPage } from '../../refunds/refunds-page.tsx'
import { user } from '../../testing/bank.tsx'
import { showOffice } from '../../testing/show-office.tsx'
import type { Approval } from './refund-queries.ts'

const t = (key: string, params: Record<string, string> = {}) =>
  Object.entries(params).reduce((text, [name, value]) => text.replace(`{${name}}`, value), messages.en[key] ?? key)

const order = {
  invoice: { id: 'one', number: 'INV-2026-000001', status: 'paid', subTotal: 88000, officialReceipt: 'OR' },
  money: { held: 88000, excess: 0, donated: 0, refunded: 0 },
  receipts: [],
} as unknown as Order

const approved: Approval = {
  id: 'a1',
  subject: 'invoice:one',
  order: { id: 'one', number: 'INV-2026-000001', payer: 'Tan Bee Leng', payerChinese: '' },
  method: 1,
  amount: 60000,
  reason: 'other',
  note: 'The hall was closed.',
  askedBy: 'Counter',
  askedAt: '2026-11-28T10:00:00+08:00',
  mine: true,
  approved: true,
  decidedBy: 'Treasurer',
  byMe: false,
}

type Sent = { call: string; body: unknown }

function answer(reply: (url: URL) => unknown): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const at = new URL(url, 'http://temple.test')
    if (init.method !== 'GET')
      sent.push({ call: at.pathname, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    return new Response(JSON.stringify(init.method === 'GET' ? reply(at) : {}))
  })
  return sent
}

afterEach(() => vi.unstubAllGlobals())

it('fills in the approved refund, and refunds exactly that', async () => {
  const sent = answer(() => ({ items: [approved], limit: 50000, total: 1, more: false }))
  showOffice(<RefundForm order={order} treasurer onClose={() => {}} />)
  fireEvent.click(await screen.findByText(t('office.refund-take')))
  expect(screen.queryByText(t('office.refund-large', { limit: 'S$500' }))).toBeNull()
  fireEvent.change(screen.getByDisplayValue('The hall was closed.'), { target: { value: 'Anything I like.' } })
  expect(screen.getByText(t('office.refund-large', { limit: 'S$500' }))).toBeInTheDocument()
  fireEvent.click(screen.getByText(t('office.refund-take')))
  fireEvent.click(screen.getByText(t('orders.refund-do', { amount: 'S$600.00' }), { selector: 'button' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    call: '/api/admin/invoice/one/refund',
    body: { amount: 60000, method: 1, reason: 'other', note: 'The hall was closed.' },
  })
})

it.each(['expired', 'changed'] as const)(
  'asks for a new approval when the earlier one has ended: %s',
  async (ended) => {
    const sent = answer(() => ({ items: [{ ...approved, ended }], limit: 50000, total: 1, more: false }))
    showOffice(<RefundForm order={order} treasurer onClose={() => {}} />)
    expect(await screen.findByText(t(`office.refund-ended-${ended}`, { who: 'Treasurer' }))).toBeInTheDocument()
    expect(screen.queryByText(t('office.refund-take'))).toBeNull()
    fireEvent.click(screen.getByText(t('orders.refund-whole', { amount: 'S$880.00' })))
    fireEvent.click(screen.getByText(t('office.refund-cash')))
    fireEvent.click(screen.getByText(t('office.refund-reason-mistake')))
    fireEvent.click(screen.getByText(t('office.refund-ask-second', { amount: 'S$880.00' }), { selector: 'button' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({
      call: '/api/admin/refund-approval',
      body: { kind: 'invoice', id: 'one', amount: 88000, method: 1, reason: 'mistake' },
    })
  },
)

it('lists the refunds that wait for a second person, by page, with reason and remarks', async () => {
  answer((url) => {
    if (url.pathname !== '/api/admin/refund-approval') return { items: [], total: 0, toDo: 0 }
    return url.searchParams.get('after')
      ? { items: [{ ...approved, id: 'a2', note: 'Second page.' }], limit: 50000, total: 2, more: false }
      : { items: [approved], next: 'key', limit: 50000, total: 2, more: false }
  })
  showOffice(<RefundsPage id="" user={user} areas={[]} />)
  expect(await screen.findByText(/The hall was closed\./)).toBeInTheDocument()
  fireEvent.click(screen.getByText(t('office.show-more'), { selector: 'button' }))
  expect(await screen.findByText(/Second page\./)).toBeInTheDocument()
})
