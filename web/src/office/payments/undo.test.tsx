import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { UndoBar } from './undo-bar.tsx'
import { undoable, undoStore, undoUntil, undoUntilRead, type Decision } from '../kit/act/undo-store.ts'
import { toastStore } from '../../ui/toast-store.ts'
import { messages } from '../../site/testing/show-page.tsx'

const decision = (paymentId: string, until: number): Decision => ({
  paymentId,
  invoiceNumber: `INV-2026-00000${paymentId}`,
  kind: 'approved',
  amount: 8800,
  until,
})

function show() {
  render(
    <LanguageProvider locale="en" messages={messages.en}>
      <QueryClientProvider client={new QueryClient()}>
        <UndoBar />
      </QueryClientProvider>
    </LanguageProvider>,
  )
}

afterEach(() => {
  act(() => undoStore.current().forEach(({ paymentId }) => undoStore.remove(paymentId)))
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the time to undo a decision', () => {
  it('a decision can be undone for 30 seconds from when it was sent', () => expect(undoUntil(1_000)).toBe(31_000))
  it('the undo list has only decisions that can still be undone', () =>
    expect(undoable([decision('1', 10), decision('2', 11)], 10)).toEqual([decision('2', 11)]))
  it('the undo deadline comes from the server after a payment is loaded again', () =>
    expect(undoUntilRead('2026-11-21T04:00:20Z', Date.parse('2026-11-21T04:00:00Z'))).toBe(
      Date.parse('2026-11-21T04:00:20Z'),
    ))
  it('the undo time is at most 30 seconds, whatever the device’s clock', () =>
    expect(undoUntilRead('2026-11-21T04:10:00Z', Date.parse('2026-11-21T04:00:00Z'))).toBe(
      Date.parse('2026-11-21T04:00:30Z'),
    ))
  it('the undo time is zero when it has passed', () =>
    expect(undoUntilRead('2026-11-21T04:00:00Z', Date.parse('2026-11-21T04:00:01Z'))).toBeUndefined())
})

describe('the bar of decisions that can be undone', () => {
  it('the undo bar counts down and disappears', () => {
    vi.useFakeTimers()
    show()
    act(() => undoStore.add(decision('1', Date.now() + 30_000)))
    expect(screen.getByRole('status')).toHaveTextContent('INV-2026-000001 approved · S$88.0030 sUndo')
    act(() => void vi.advanceTimersByTime(10_000))
    expect(screen.getByText('20 s')).toBeVisible()
    act(() => void vi.advanceTimersByTime(20_100))
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
  })

  it('the undo bar undoes the latest decision with z', async () => {
    const asked = vi.fn<(url: string) => Promise<Response>>(
      async () => new Response(JSON.stringify({ payment: {}, invoice: {} })),
    )
    vi.stubGlobal('fetch', asked)
    show()
    act(() => {
      undoStore.add(decision('1', Date.now() + 30_000))
      undoStore.add(decision('2', Date.now() + 30_000))
    })
    await userEvent.keyboard('z')
    await waitFor(() => expect(screen.queryByText(/000002/)).not.toBeInTheDocument())
    expect(screen.getByText(/000001/)).toBeVisible()
    expect(asked).toHaveBeenNthCalledWith(1, expect.stringContaining('/api/admin/payment/2/undo'), expect.anything())
  })

  it('the undo bar undoes together what was approved together', async () => {
    const asked = vi.fn<(url: string) => Promise<Response>>(
      async () => new Response(JSON.stringify({ payment: {}, invoice: {} })),
    )
    vi.stubGlobal('fetch', asked)
    show()
    act(() => undoStore.add({ ...decision('1', Date.now() + 30_000), others: ['2', '3'], amount: 26_400 }))
    expect(screen.getByText(/3 payments approved · S\$264.00/)).toBeVisible()
    await userEvent.keyboard('z')
    await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement())
    expect(asked.mock.calls.map(([url]) => url.match(/payment\/(\d)/)?.[1])).toEqual(['1', '2', '3'])
  })

  it.each([
    ['the first', 0],
    ['a later one', 1],
  ])('while the server has no room for %s, the decision stays and can be undone', async (_, at) => {
    const busy = { code: 'busy', title: 'Please try again in 1 second.', retryAfter: 1 }
    let calls = 0
    vi.stubGlobal('fetch', async () =>
      calls++ === at
        ? new Response(JSON.stringify(busy), { status: 503 })
        : new Response(JSON.stringify({ payment: {}, invoice: {} })),
    )
    show()
    act(() => undoStore.add({ ...decision('1', Date.now() + 30_000), others: ['2'] }))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(toastStore.current().map(({ text }) => text)).toContain(busy.title))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement())
  })

  it('the undo bar disappears when the server answers that it is too late', async () => {
    const refusal = { code: 'undo-too-late', title: 'This can no longer be undone. Please ask the treasurer.' }
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal), { status: 400 }))
    show()
    act(() => undoStore.add(decision('1', Date.now() + 30_000)))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement())
  })
})
