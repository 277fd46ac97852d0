import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { toastStore } from '../../ui/toast-store.ts'
import { sessionSlot } from './session-store.ts'
import { SessionProvider, useSession } from './session.tsx'
import { SessionCacheContext } from './session-cache-context.ts'
import { SessionCache, type Slot } from './session-cache.ts'

const orders: Slot<string[]> = { first: () => [] }

function Who() {
  const { status, user, cartCount, logout, refresh } = useSession()
  return (
    <>
      <button type="button" onClick={() => void logout()}>
        {`${status} ${user?.name ?? 'nobody'} ${cartCount}`}
      </button>
      <button type="button" onClick={() => void refresh()}>
        again
      </button>
    </>
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  sessionStorage.clear()
})

const beeLeng = { user: { name: 'Bee Leng', roles: [] }, cart: { count: 2 } }
type Reply = { status: number; body: unknown } | 'no answer'

/** Mocks answers in order; the last one repeats. */
function server(...replies: Reply[]): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    calls.push(init.method ?? 'GET')
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? 'no answer'
    if (reply === 'no answer') throw new TypeError('failed to fetch')
    return new Response(JSON.stringify(reply.body), { status: reply.status })
  })
  return calls
}

function show(cache = new SessionCache()): SessionCache {
  render(
    <LanguageProvider locale="en" messages={{}}>
      <SessionCacheContext value={cache}>
        <SessionProvider>
          <Who />
        </SessionProvider>
      </SessionCacheContext>
    </LanguageProvider>,
  )
  return cache
}

/** A member with a cart, a viewed order, and a half-filled form. */
function member(): SessionCache {
  const cache = new SessionCache()
  cache.write(sessionSlot, { answer: beeLeng as never, failed: false })
  cache.write(orders, ['INV-2026-000001'])
  sessionStorage.setItem('shanmen.draft.light-lamp', '{"name":"陈美玲"}')
  sessionStorage.setItem('shanmen.reset', '{"identifier":"91234567"}')
  sessionStorage.setItem('shanmen.scroll', '{}')
  return show(cache)
}

const says = (words: string) => screen.findByRole('button', { name: words })

it('logging out leaves nothing of the member in the browser', async () => {
  server({ status: 200, body: { loggedOut: true } })
  const cache = member()
  await userEvent.click(await says('member Bee Leng 2'))
  expect(await says('guest nobody 0')).toBeInTheDocument()
  expect(cache.read(orders)).toEqual([])
  expect(Object.keys(sessionStorage)).toEqual(['shanmen.scroll'])
})

it('keeps everything when logging out fails', async () => {
  server({ status: 500, body: { code: 'internal', title: '' } })
  const cache = member()
  await userEvent.click(await says('member Bee Leng 2'))
  expect(await says('member Bee Leng 2')).toBeInTheDocument()
  expect(cache.read(orders)).toEqual(['INV-2026-000001'])
})

it('requests the session once, falls back to guest with one message, and retries on return', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const calls = server('no answer', 'no answer', 'no answer', 'no answer', { status: 200, body: beeLeng })
  show()
  expect(await says('loading nobody 0')).toBeInTheDocument()
  expect(await says('failed nobody 0')).toBeInTheDocument()
  const told = toastStore.current().filter(({ text }) => text === 'message.session-failed')
  expect(told).toHaveLength(1)
  const tries = calls.length
  await act(() => vi.advanceTimersByTimeAsync(2000))
  act(() => void dispatchEvent(new Event('focus')))
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(calls.length).toBeGreaterThan(tries)
  act(() => void dispatchEvent(new Event('online')))
  expect(await says('member Bee Leng 2')).toBeInTheDocument()
})

it('does not request the session again within a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const calls = server({ status: 200, body: beeLeng })
  show()
  expect(await says('member Bee Leng 2')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  act(() => void dispatchEvent(new Event('focus')))
  expect(calls).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(40_000))
  act(() => void dispatchEvent(new Event('focus')))
  expect(calls).toHaveLength(2)
})

it('uses the answer of the latest of two requests', async () => {
  const gates: ((body: unknown) => void)[] = []
  vi.stubGlobal(
    'fetch',
    () => new Promise((done) => gates.push((body) => done(new Response(JSON.stringify(body), { status: 200 })))),
  )
  show()
  await vi.waitFor(() => expect(gates).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'again' }))
  expect(gates).toHaveLength(2)
  gates[1]?.(beeLeng)
  expect(await says('member Bee Leng 2')).toBeInTheDocument()
  await act(async () => gates[0]?.({}))
  expect(await says('member Bee Leng 2')).toBeInTheDocument()
})
