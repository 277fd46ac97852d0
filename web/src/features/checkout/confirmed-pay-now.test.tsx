import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, showPage } from '../../site/testing/show-page.tsx'
import { ConfirmedPayNow } from './confirmed-pay-now.tsx'

const shown = (id = 'r1') => ({
  status: 'awaiting-payment',
  shown: {
    id,
    imageUrl: `/api/payment/pay-now/code/${id}/image`,
    amount: 8800,
    reference: 'ABCDEFGH23',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  },
})
const waits = { status: 'awaiting-payment', state: 'open' }
const reload = vi.fn<() => Promise<void>>(async () => {})

function Shown() {
  return (
    <ConfirmedPayNow
      invoiceId="i1"
      total={8800}
      counter={<p>the counter</p>}
      renderByHand={(code) => <p>{code ? 'by hand, with a code' : 'by hand'}</p>}
    />
  )
}

const show = () => showPage(Shown, { id: 'transaction-status', path: '/transaction/status', reload })
const code = () => screen.findByRole('img', { name: 'PayNow QR code for S$88.00' })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  reload.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('shows that a code is prepared, then the code, and asks until it was paid', async () => {
  const sent = answerCalls([200, shown()], [200, waits], [200, waits], [200, { status: 'paid', state: 'paid' }])
  show()
  expect(screen.getByRole('status')).toHaveTextContent('Loading')
  expect(await code()).toBeInTheDocument()
  expect(screen.getByText('Waiting for your transfer. You need not send a screenshot.')).toBeInTheDocument()
  expect(screen.queryByText('UEN')).not.toBeInTheDocument()
  await pass(2000)
  await pass(2000)
  expect(reload).not.toHaveBeenCalled()
  await pass(2000)
  expect(reload).toHaveBeenCalledOnce()
  const [first, ...asked] = sent.map(({ call }) => call)
  expect(first).toBe('POST /api/payment/pay-now/code')
  expect(new Set(asked)).toEqual(new Set(['GET /api/payment/pay-now/code/r1']))
})

it.each<[string, Parameters<typeof answerCalls>[0]]>([
  ['the provider cannot be reached', [200, { status: 'awaiting-payment' }]],
  ['there is no answer', 'no answer'],
  ['there is no provider any more', [400, { code: 'paynow-not-confirmed' }]],
  ['the program fails', [500]],
])('the order is paid by hand when %s', async (_, reply) => {
  answerCalls(reply)
  show()
  expect(await screen.findByText('by hand, with a code')).toBeInTheDocument()
})

it('screenshot and counter are one press away, and the code another', async () => {
  answerCalls([200, shown()])
  show()
  await code()
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(screen.getByRole('button', { name: 'I have transferred, but nothing happens' }))
  expect(screen.getByRole('heading', { name: 'I have transferred, but nothing happens' })).toHaveFocus()
  expect(screen.getByText('by hand')).toBeInTheDocument()
  expect(screen.getByText('the counter')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Not transferred yet? Back to the code' }))
  expect(await code()).toBeInTheDocument()
})

it('a code that is over says not to transfer again, and a new one can be shown', async () => {
  answerCalls([200, shown()], [200, { status: 'awaiting-payment', state: 'past' }], [200, shown('r2')])
  show()
  await code()
  await pass(2000)
  expect(await screen.findByText(/If you have already transferred S\$88.00, do not transfer again/)).toBeInTheDocument()
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(screen.getByRole('button', { name: 'New code' }))
  expect(await code()).toHaveAttribute('src', '/api/payment/pay-now/code/r2/image')
})

it('the page asks whether a code is over, because the clock of a phone may be wrong', async () => {
  const ahead = shown()
  ahead.shown.expiresAt = new Date(Date.now() - 7_200_000).toISOString()
  answerCalls([200, ahead], [200, waits])
  show()
  await code()
  await pass(2000)
  expect(screen.queryByRole('button', { name: 'New code' })).toBeNull()
})

it('when another amount was paid, the order says so', async () => {
  answerCalls([200, shown()], [200, { status: 'awaiting-payment', state: 'paid' }])
  show()
  await code()
  await pass(2000)
  expect(reload).toHaveBeenCalledOnce()
  await pass(6000)
  expect(reload).toHaveBeenCalledOnce()
})
