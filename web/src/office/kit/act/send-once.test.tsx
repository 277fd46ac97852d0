import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UnexpectedStatus, type ApiResult } from '../../../api/result.ts'
import { dismissToast, toastStore } from '../../../ui/toast-store.ts'
import { useSendOnce } from './send-once.ts'

type Sent = { amount: number }
type Answer = ApiResult<string> | 'lost'

/** Mocks a server that gives these answers in order, and records the keys. */
function setup(...answers: Answer[]) {
  const keys: string[] = []
  const sent: Sent[] = []
  const answered = vi.fn<(result: ApiResult<string>, body: Sent) => void>()
  const { result, unmount } = renderHook(
    () =>
      useSendOnce<Sent, string>((body, key) => {
        keys.push(key)
        sent.push(body)
        const answer = answers.shift() ?? 'lost'
        return answer === 'lost' ? Promise.reject(new UnexpectedStatus(0)) : Promise.resolve(answer)
      }, answered),
    { wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider> },
  )
  return { hook: result, keys, sent, answered, unmount, press: (body: Sent) => act(() => result.current.send(body)) }
}

/** Whether the browser asks before it unloads the page. */
function leave(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

const said = () => toastStore.current().map(({ text }) => text)

const ok: ApiResult<string> = { status: 200, value: 'booked' }
const failed: ApiResult<string> = { status: 500, body: { code: 'unexpected', title: '' } }
const changed: ApiResult<string> = { status: 500, body: { code: 'cart-changed', title: '', type: 44062 } }
const busy: ApiResult<string> = { status: 400, body: { code: 'busy', title: '' } }
const refused: ApiResult<string> = { status: 400, body: { code: 'already-paid', title: '' } }

afterEach(() => {
  vi.useRealTimers()
  for (const { id } of toastStore.current()) dismissToast(id)
})

describe('an act that must be sent exactly once', () => {
  it('a server that has no room is an answer to what is sent first, and none to what may have arrived before', async () => {
    const { hook, keys, answered, press } = setup(busy, 'lost', busy, ok)
    await press({ amount: 1 })
    expect(answered).toHaveBeenCalledExactlyOnceWith(busy, { amount: 1 })
    expect(hook.current.unsent).toBe(false)
    await press({ amount: 1 })
    await press({ amount: 1 })
    expect(hook.current.unsent).toBe(true)
    expect(leave()).toBe(true)
    await press({ amount: 1 })
    expect(answered).toHaveBeenLastCalledWith(ok, { amount: 1 })
    expect(new Set(keys).size).toBe(1)
  })

  it('an act keeps its idempotency key until there is a definite answer', async () => {
    const { hook, keys, answered, press } = setup('lost', failed, ok)
    await press({ amount: 1 })
    expect(hook.current.unsent).toBe(true)
    await press({ amount: 1 })
    expect(hook.current.unsent).toBe(true)
    expect(answered).not.toHaveBeenCalled()
    await press({ amount: 1 })
    expect(answered).toHaveBeenCalledExactlyOnceWith(ok, { amount: 1 })
    expect(hook.current.unsent).toBe(false)
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(3)
  })

  it('an act gets a new idempotency key after a success', async () => {
    const { keys, press } = setup(ok, ok)
    await press({ amount: 1 })
    await press({ amount: 1 })
    expect(new Set(keys).size).toBe(2)
  })

  it.each([refused, changed])('an act is not pending after a refusal: %j', async (answer) => {
    const { hook, answered, press } = setup(answer)
    await press({ amount: 1 })
    expect(answered).toHaveBeenCalledWith(answer, { amount: 1 })
    expect(hook.current.unsent).toBe(false)
  })

  it('a pending act is sent again before a different one is allowed', async () => {
    const { sent, press } = setup('lost', ok)
    await press({ amount: 1 })
    await press({ amount: 2 })
    expect(sent).toEqual([{ amount: 1 }, { amount: 1 }])
  })

  it('a pending act is resent automatically when the device is online again', async () => {
    const { hook, keys, answered, press } = setup('lost', ok)
    await press({ amount: 1 })
    await act(async () => {
      window.dispatchEvent(new Event('online'))
    })
    await vi.waitFor(() => expect(answered).toHaveBeenCalledWith(ok, { amount: 1 }))
    expect(hook.current.unsent).toBe(false)
    expect(new Set(keys).size).toBe(1)
  })

  it('a pending act is resent automatically after a while, even without an online event', async () => {
    vi.useFakeTimers()
    const { keys, answered, press } = setup('lost', 'lost', ok)
    await press({ amount: 1 })
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(answered).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(answered).toHaveBeenCalledExactlyOnceWith(ok, { amount: 1 })
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  it('a pending act can be stopped, with a warning that it may have arrived; the next try keeps its key', async () => {
    vi.useFakeTimers()
    const { hook, keys, press } = setup('lost', ok)
    await press({ amount: 1 })
    act(() => hook.current.stop())
    expect(hook.current.unsent).toBe(false)
    expect(said()).toEqual(['office.stopped-sending'])
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    window.dispatchEvent(new Event('online'))
    expect(keys).toHaveLength(1)
    expect(leave()).toBe(false)
    await press({ amount: 1 })
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('a stopped act stays stopped when its last attempt fails afterwards', async () => {
    const { hook, press } = setup('lost', 'lost')
    await press({ amount: 1 })
    await act(async () => {
      hook.current.again()
      hook.current.stop()
    })
    expect(hook.current.pending).toBe(false)
    expect(hook.current.unsent).toBe(false)
  })

  it('leaving the screen of a pending act stops it with a warning', async () => {
    const { keys, press, unmount } = setup('lost')
    await press({ amount: 1 })
    unmount()
    expect(said()).toEqual(['office.stopped-sending'])
    window.dispatchEvent(new Event('online'))
    expect(keys).toHaveLength(1)
  })

  it('leaving a screen gives no warning when nothing is unsent', async () => {
    const { press, unmount } = setup(ok)
    await press({ amount: 1 })
    unmount()
    expect(said()).toEqual([])
  })

  it('asks before the page is unloaded while an act is unsent', async () => {
    const { press } = setup('lost')
    expect(leave()).toBe(false)
    await press({ amount: 1 })
    expect(leave()).toBe(true)
  })
})
