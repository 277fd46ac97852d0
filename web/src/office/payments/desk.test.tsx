import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { ApproveDialog } from './approve-dialog.tsx'
import { BankBox } from './bank-state.tsx'
import type { Payment } from './payment-type.ts'
import { Compared } from './payment-facts.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import { Pictures } from './pictures.tsx'
import { useClaim } from '../kit/act/use-claim.ts'
import type { Verdict } from './use-decision.ts'
import { messages } from '../../site/testing/show-page.tsx'

const show = (children: ReactNode) =>
  render(
    <LanguageProvider locale="en" messages={messages.en}>
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    </LanguageProvider>,
  )

const payment = {
  id: 'one',
  amount: 8800,
  declaredAmount: 8800,
  bank: { state: 'absent', through: '2026-11-21T10:40:00Z' },
} as Payment

// jsdom can neither open dialogs nor observe what is on the screen.
beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
})
beforeEach(() =>
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ),
)
afterEach(() => vi.unstubAllGlobals())

const of = (bank: Partial<Payment['bank']>) =>
  ({ ...payment, paymentReference: '7YSNEPX4DT', status: 'pending', bank }) as Payment

it('shows what the bank statement shows, and the day up to which statements are imported', () => {
  const through = '2026-11-21T10:40:00Z'
  show(
    <>
      <BankBox payment={of({ state: 'absent', through })} />
      <BankBox payment={of({ state: 'after', through })} />
      <BankBox payment={of({ state: 'none' })} />
      <BankBox payment={of({ state: 'differs', through, amount: 100 })} />
      <BankBox payment={of({ state: 'spent', through })} />
      <BankBox payment={of({ state: 'seen', sure: true, through, at: '2026-11-20T04:00:00Z' })} />
      <BankBox payment={of({ state: 'seen', sure: false, through, at: '2026-11-19T04:00:00Z' })} />
    </>,
  )
  expect(screen.getByText('Not in the bank, up to 21 Nov.')).toBeVisible()
  expect(screen.getByText(/No S\$88.00 with reference 7YSNEPX4DT/)).toBeVisible()
  expect(screen.getByText('Transferred after the statements end (21 Nov).')).toBeVisible()
  expect(screen.getByText('No bank statement yet')).toBeVisible()
  expect(screen.getByText('The bank shows S$1.00')).toBeVisible()
  expect(screen.getByText(/was refunded or kept as a donation/)).toBeVisible()
  expect(screen.getByText('In the bank, 20 Nov.')).toBeVisible()
  expect(screen.getByText('A line of 19 Nov is similar, but differs.')).toBeVisible()
})

it('marks in both screenshots the differences that the server found, or states that there are none', async () => {
  const pictures = [{ id: 'own', url: '/own', width: 300, height: 600 }]
  const areas = [{ x: 100, y: 800, width: 500, height: 40 }]
  const beside = { url: '/other', invoiceNumber: 'INV-2026-000198', words: '' }
  const at = (change: Partial<Parameters<typeof Pictures>[0]['beside']>) => (
    <Pictures
      payment={{ ...payment, createdAt: '2026-11-20T03:04:00Z', pictures }}
      beside={{ ...beside, ...change }}
      onSeen={() => {}}
    />
  )
  const first = show(at({ differs: { pictureId: 'own', areas } }))
  for (const picture of screen.getAllByRole('img')) {
    Object.defineProperties(picture, { naturalWidth: { value: 300 }, naturalHeight: { value: 600 } })
    fireEvent.load(picture)
  }
  expect(document.querySelectorAll('svg[viewBox="0 0 300 600"] g')).toHaveLength(2)
  expect(screen.getByRole('status')).toHaveTextContent('Ringed: where the two screenshots differ.')
  first.unmount()
  const second = show(at({ differs: { pictureId: 'another', areas } }))
  expect(screen.queryByRole('status')).toBeNull()
  second.unmount()
  show(at({ kinds: ['picture'] }))
  expect(screen.getByRole('status')).toHaveTextContent('do not differ anywhere')
})

/** The comparison for a payment whose transfer was so many minutes before its order. */
const compared = (minutes: number, more: Partial<Payment>) => (
  <Compared
    payment={
      {
        ...of({ state: 'none' }),
        payer: 'Tan Bee Leng',
        invoice: { createdAt: '2026-11-21T04:00:00Z' },
        transactionDateTime: new Date(Date.parse('2026-11-21T04:00:00Z') - minutes * 60_000).toISOString(),
        ...more,
      } as Payment
    }
  />
)

it('compares the name on the bank account, and marks a transfer as early only when it precedes the order’s QR code', () => {
  const { unmount } = show(
    compared(59, { declaredPayer: 'LIM JIA HUI', bank: { state: 'seen', payer: 'LIM J H' } as Payment['bank'] }),
  )
  expect(screen.getByRole('row', { name: /Tan Bee Leng\s*LIM JIA HUI\s*LIM J H/ })).toBeVisible()
  expect(screen.queryByText('before the order was placed')).toBeNull()
  unmount()
  show(compared(61, {}))
  expect(screen.getByText('before the order was placed')).toBeVisible()
  expect(screen.getByText('see screenshot')).toBeVisible()
})

it('names the warning, requires a reason, and offers a rejection with its reason', async () => {
  const approve = vi.fn<(verdict: Verdict) => void>()
  const reject = vi.fn<() => void>()
  const flag = {
    kinds: ['file'],
    stops: true,
    invoiceNumber: 'INV-2026-000198',
    paymentId: 'two',
    status: 'approved',
    createdAt: '2026-11-19T04:00:00Z',
    decidedAt: '2026-11-19T05:00:00Z',
    decidedBy: 'Ong Kah Seng',
  }
  const flagged = { ...payment, lookalikes: [flag] } as Payment
  show(
    <ApproveDialog
      open
      payment={flagged}
      act={{ pending: false }}
      onClose={() => {}}
      onApprove={approve}
      onReject={reject}
    />,
  )
  expect(screen.getByText('Exactly the same screenshot as INV-2026-000198')).toBeVisible()
  expect(screen.getByText('Approved on 19 Nov by Ong Kah Seng.')).toBeVisible()
  expect(screen.getByRole('textbox', { name: /Why is it right anyway/ })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Approve S$88.00 anyway' }))
  expect(approve).not.toHaveBeenCalled()
  expect(screen.getByText(/Please say why/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'I have asked the payer' }))
  await userEvent.click(screen.getByRole('button', { name: 'Approve S$88.00 anyway' }))
  expect(approve).toHaveBeenCalledWith({ kind: 'approved', amount: 8800, body: { despite: 'I have asked the payer' } })
  await userEvent.click(screen.getByRole('button', { name: 'Reject: screenshot already used' }))
  expect(reject).toHaveBeenCalledOnce()
})

it('approves a payment that the bank does not show yet, and marks it so', () => {
  const approve = vi.fn<(verdict: Verdict) => void>()
  show(
    <ApproveDialog
      open
      payment={payment}
      act={{ pending: false }}
      onClose={() => {}}
      onApprove={approve}
      onReject={() => {}}
    />,
  )
  expect(screen.getByText('Not in the bank, up to 21 Nov.')).toBeVisible()
  expect(screen.getByText(/it is marked/)).toBeVisible()
  fireEvent.click(screen.getByText('Approve S$88.00'))
  expect(approve).toHaveBeenCalledWith({ kind: 'approved', amount: 8800, body: {} })
})

it('explains what happens with an overpaid or missing amount', async () => {
  show(
    <ApproveDialog
      open
      payment={payment}
      act={{ pending: false }}
      onClose={() => {}}
      onApprove={() => {}}
      onReject={() => {}}
    />,
  )
  await userEvent.click(screen.getByRole('radio', { name: /Another amount/ }))
  await userEvent.type(screen.getByLabelText('Amount received (S$)'), '100')
  expect(screen.getByText('S$12.00 more than due')).toBeVisible()
  expect(screen.getByText(/waits under Money to sort out/)).toBeVisible()
  await userEvent.clear(screen.getByLabelText('Amount received (S$)'))
  await userEvent.type(screen.getByLabelText('Amount received (S$)'), '80')
  expect(screen.getByText('S$8.00 still due')).toBeVisible()
})

it('ignores an Enter key that was held down before the dialog opened', () => {
  show(
    <ApproveDialog
      open
      payment={payment}
      act={{ pending: false }}
      onClose={() => {}}
      onApprove={() => {}}
      onReject={() => {}}
    />,
  )
  const button = screen.getByRole('button', { name: 'Approve S$88.00' })
  const held = createEvent.keyDown(button, { key: 'Enter', repeat: true })
  fireEvent(button, held)
  expect(held.defaultPrevented).toBe(true)
  const fresh = createEvent.keyDown(button, { key: 'Enter' })
  fireEvent(button, fresh)
  expect(fresh.defaultPrevented).toBe(false)
})

const fingers = (apart: number) => ({
  touches: [
    { clientX: 0, clientY: 0 },
    { clientX: apart, clientY: 0 },
  ],
})

it('zooms and rotates a screenshot with keys, wheel and two fingers', async () => {
  show(<PictureViewer url="/picture" label="Picture 1" />)
  const image = screen.getByRole('img', { name: 'Picture 1' })
  const box = screen.getByRole('group', { name: 'Picture 1' })
  const size = () => image.parentElement?.className.match(/w-\S+/)?.[0]
  expect(size()).toBe('w-full')
  await userEvent.keyboard('+')
  expect(size()).toBe('w-[150%]')
  fireEvent.wheel(box, { ctrlKey: true, deltaY: -100 })
  expect(size()).toBe('w-[225%]')
  fireEvent.wheel(box, { deltaY: -100 }) // scrolls
  expect(size()).toBe('w-[225%]')
  fireEvent.touchMove(box, fingers(200))
  fireEvent.touchMove(box, fingers(120))
  expect(size()).toBe('w-[150%]')
  fireEvent.touchEnd(box)
  await userEvent.keyboard('-')
  expect(size()).toBe('w-full')
  await userEvent.keyboard(' ')
  expect(size()).toBe('w-[225%]')
  await userEvent.keyboard(' ')
  expect(size()).toBe('w-full')
  await userEvent.keyboard('t')
  expect(image.className).toContain('rotate-90')
})

function Claimed() {
  const { by, takeOver } = useClaim('payment', 'one', true, '')
  return (
    <button type="button" onClick={() => void takeOver()}>
      {by || 'mine'}
    </button>
  )
}

it('claims a payment for this desk until the screen is left, and can take over another’s claim', async () => {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push(`${url.replace(/\?.*/, '')} ${typeof init.body === 'string' ? init.body : ''}`.trim())
    return new Response(JSON.stringify(calls.length === 1 ? { mine: false, by: 'Lim' } : { mine: true }))
  })
  const { unmount } = show(<Claimed />)
  await userEvent.click(await screen.findByRole('button', { name: 'Lim' }))
  expect(await screen.findByRole('button', { name: 'mine' })).toBeVisible()
  unmount()
  await waitFor(() =>
    expect(calls).toEqual([
      '/api/admin/payment/one/claim {}',
      '/api/admin/payment/one/claim {"take":true}',
      '/api/admin/payment/one/release',
    ]),
  )
})
