import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetOrders, keepOrders } from '../../lib/kept-orders.ts'
import { keepIn } from '../testing/kept-orders.ts'
import { answerSession, elsewhere, press, restore, showSession, Who } from '../testing/show-session.tsx'
import { sessionSlot } from './session-store.ts'
import { SessionProvider, useSession } from './session.tsx'
import { SessionCacheContext } from './session-cache-context.ts'
import { SessionCache, type Slot } from './session-cache.ts'

const a = { user: { id: 'a', name: 'Bee Leng', roles: [] } }
const b = { user: { id: 'b', name: 'Kok Hua', roles: [] } }
const seen: Slot<string[]> = { first: () => [] }

function Visitor() {
  const { user, logout, refresh } = useSession()
  return <Who user={user} acts={{ 'log out': logout, again: refresh }} />
}

/** Renders who is logged in, with what is stored of the session. */
const show = (cache: SessionCache, onOther?: () => void) =>
  showSession(
    <SessionCacheContext value={cache}>
      <SessionProvider onOther={onOther}>
        <Visitor />
      </SessionProvider>
    </SessionCacheContext>,
  )

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const nothing = async () => {}

/** anew: the page's owner was notified, and loads it again. */
type End = { act: () => Promise<unknown>; says: Partial<typeof b>; fresh?: boolean; typed: boolean; anew?: boolean }

// How a session ends × what the browser keeps of it. fresh: in a document that does not know yet who is logged in. None
// of these pages has a service worker, as after a forced reload.
it.each<[string, End]>([
  ['log out', { act: press('log out'), says: {}, typed: false }],
  ['log out in another tab', { act: elsewhere, says: a, typed: false, anew: true }],
  [
    'expiry, or log out everywhere else, noticed at the next look',
    { act: press('again'), says: {}, typed: true, anew: true },
  ],
  ['the same, noticed in a new document', { act: nothing, says: {}, fresh: true, typed: true }],
  ['the same, noticed by a page that the browser restored', { act: restore, says: {}, typed: true, anew: true }],
  ['another member logs in', { act: press('again'), says: b, typed: false, anew: true }],
  ['another member, in a new document', { act: nothing, says: b, fresh: true, typed: false }],
  ['another member, and a page that the browser restored', { act: restore, says: b, typed: false, anew: true }],
])('deletes everything that the session showed: %s', async (_, { act: end, says, fresh, typed, anew }) => {
  answerSession(() => says)
  const orders = keepIn({ of: 'a' })
  sessionStorage.setItem('shanmen.owner', 'a')
  sessionStorage.setItem('shanmen.draft.light-lamp', '{"name":"陈美玲"}')
  const cache = new SessionCache()
  if (!fresh) {
    cache.write(sessionSlot, { answer: a as never, failed: false })
    cache.write(seen, ['INV-2026-000001'])
  }
  const onOther = vi.fn<() => void>()
  show(cache, onOther)
  expect(orders()).toBe('a')
  await end()
  await waitFor(() => expect(orders()).toBeUndefined())
  expect(await screen.findByText(end === elsewhere ? 'nobody' : (says.user?.name ?? 'nobody'))).toBeVisible()
  expect(cache.read(seen)).toEqual([])
  expect(sessionStorage.getItem('shanmen.draft.light-lamp') !== null).toBe(typed)
  expect(onOther).toHaveBeenCalledTimes(anew ? 1 : 0)
})

it.each([
  ['the same member is still there', 200],
  ['nobody could be asked', 500],
])('keeps what the session showed as long as %s', async (_, status) => {
  const ask = answerSession(() => a, status)
  const orders = keepIn({ of: 'a' })
  const cache = new SessionCache()
  cache.write(sessionSlot, { answer: a as never, failed: false })
  cache.write(seen, ['INV-2026-000001'])
  show(cache)
  await restore()
  await waitFor(() => expect(ask).toHaveBeenCalled())
  await screen.findByText('Bee Leng')
  expect(orders()).toBe('a')
  expect(cache.read(seen)).toEqual(['INV-2026-000001'])
})

it('saves and deletes a member’s offline orders in the order of the calls, without a service worker', async () => {
  const orders = keepIn()
  await keepOrders('a', 'en', [{ number: 'INV-2026-000001', href: '/', says: 'paid' }])
  await forgetOrders('a')
  expect(orders()).toBe('a')
  await forgetOrders('b')
  expect(orders()).toBeUndefined()
  void keepOrders('a', 'en', [])
  await forgetOrders()
  expect(orders()).toBeUndefined()
})
