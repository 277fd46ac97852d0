import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, messages } from '../site/testing/show-page.tsx'
import { LateDecide } from './late/late-decide.tsx'
import type { Late } from './late/late-queries.ts'
import { CancelForm } from './orders/cancel-form.tsx'
import { OrderPapers } from './orders/order-papers.tsx'
import type { Order } from './orders/order-queries.ts'
import { RefundForm } from './orders/refund-form.tsx'
import { ReopenForm } from './orders/reopen-form.tsx'
import { dismissToast, toastStore } from '../ui/toast-store.ts'
import { showOffice } from './testing/show-office.tsx'

const order = {
  invoice: { id: 'one', number: 'INV-2026-000001', status: 'paid', subTotal: 8800, officialReceipt: 'OR' },
  money: { held: 8800, excess: 0, donated: 0, refunded: 0 },
  receipts: [],
  letters: true,
} as unknown as Order
const unpaid = { ...order, money: { ...order.money, held: 0 } }
const late = { kind: 'excess', id: 'x', amount: 1200, decisions: ['donation', 'refund'] } as unknown as Late

const t = (key: string) => messages.en[key] ?? key
const press = (words: string) => fireEvent.click(screen.getByText(words, { selector: 'button' }))
const choose = (words: string) => fireEvent.click(screen.getByText(words))
const online = () => act(async () => void window.dispatchEvent(new Event('online')))

/** The replies are for the acts only: requests that a dialog makes before are not answered. */
function answerActs(...replies: Parameters<typeof answerCalls>) {
  const sent = answerCalls(...replies)
  const acts = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    init.method === 'GET' ? new Response(JSON.stringify({ items: [], limit: 0 })) : acts(url, init),
  )
  return sent
}

/** Each act: how it is rendered and filled in, its button, and its API call. */
const acts = {
  refund: {
    show: () => <RefundForm order={order} treasurer onClose={() => {}} />,
    fill() {
      choose('All: S$88.00')
      choose(t('office.refund-cash'))
      choose(t('office.refund-reason-mistake'))
    },
    button: 'Refund S$88.00',
    call: 'POST /api/admin/invoice/one/refund',
    done: messages.en['orders.refunded']?.replace('{amount}', 'S$88.00') ?? '',
  },
  cancel: {
    show: () => <CancelForm order={unpaid} treasurer onClose={() => {}} />,
    fill: () => choose(t('office.refund-reason-mistake')),
    button: t('orders.cancel-do'),
    call: 'POST /api/admin/invoice/one/cancel',
    done: t('orders.cancelled'),
  },
  reopen: {
    show: () => <ReopenForm order={order} onClose={() => {}} />,
    fill: () => {},
    button: t('orders.reopen-do'),
    call: 'POST /api/admin/invoice/one/reopen',
    done: t('orders.reopened'),
  },
  'late money': {
    show: () => <LateDecide late={late} />,
    fill: () => choose(t('late.as-donation')),
    button: t('late.do-donation'),
    call: 'POST /api/admin/late/excess/x',
    done: t('late.decided'),
  },
  'send again': {
    show: () => <OrderPapers order={order} />,
    fill: () => {},
    button: t('orders.mail-receipt'),
    call: 'POST /api/admin/invoice/one/mail',
    done: t('orders.sent'),
  },
}

afterEach(() => {
  vi.unstubAllGlobals()
  for (const { id } of toastStore.current()) dismissToast(id)
})

describe.each(Object.entries(acts))('money act: %s', (_, { show, fill, button, call, done }) => {
  it('a money act is kept while offline, shown as not sent, and sent once when online again', async () => {
    const sent = answerActs('no answer', [200, {}])
    showOffice(show())
    fill()
    press(button)
    expect(await screen.findByText(t('office.unsent'))).toBeInTheDocument()
    for (const control of document.querySelectorAll('input[type=radio]')) expect(control).toBeDisabled()
    await online()
    expect(await screen.findByText(done)).toBeInTheDocument()
    expect(screen.queryByText(t('office.unsent'))).toBeNull()
    expect(sent.map((one) => one.call)).toEqual([call, call])
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(sent[1]).toEqual(sent[0])
  })

  it('a money act can be stopped: input is kept, and nothing is sent automatically', async () => {
    const sent = answerActs('no answer', [200, {}])
    showOffice(show())
    fill()
    press(button)
    await screen.findByText(t('office.unsent'))
    press(t('office.stop-sending'))
    expect(await screen.findByText(t('office.stopped-sending'))).toBeInTheDocument()
    await online()
    expect(sent).toHaveLength(1)
    press(button)
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual(sent[0])
  })
})

it('sends one request on a double click', async () => {
  const sent = answerCalls([200, {}], [200, {}])
  showOffice(<OrderPapers order={order} />)
  press(t('orders.mail-invoice'))
  press(t('orders.mail-invoice'))
  fireEvent.click(await screen.findByText(t('orders.mailed-invoice')))
  expect(sent).toHaveLength(1)
})

it('shows why it was refused, and sends the next try with a new key', async () => {
  const sent = answerCalls([400, { code: 'refund-too-much', title: 'More than is held.' }], [200, {}])
  showOffice(<ReopenForm order={order} onClose={() => {}} />)
  press(t('orders.reopen-do'))
  expect(await screen.findByText('More than is held.')).toBeInTheDocument()
  fireEvent.change(screen.getByLabelText(t('office.arrived')), { target: { value: '90' } })
  press(t('orders.reopen-do'))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body).toEqual({ received: 9000 })
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

it.each([
  ['8.005', 'office.amount-wrong'],
  ['', 'office.amount-wrong'],
  ['88.01', 'orders.refund-amount-wrong'],
])('a partial refund of %j is rejected', (typed, key) => {
  answerActs()
  showOffice(<RefundForm order={order} treasurer onClose={() => {}} />)
  choose(t('orders.refund-part'))
  fireEvent.change(screen.getByLabelText(t('office.field.amount')), { target: { value: typed } })
  fireEvent.submit(screen.getByLabelText(t('office.field.amount')).closest('form') ?? document.body)
  expect(screen.getByLabelText(t('office.field.amount'))).toHaveAccessibleDescription(
    new RegExp(t(key).replace('{most}', 'S\\$88.00')),
  )
})
