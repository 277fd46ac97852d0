import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionSlot } from '../session/session-store.ts'
import { SessionCache } from '../session/session-cache.ts'
import { toastStore } from '../../ui/toast-store.ts'
import { cartOf, lampItem } from '../testing/samples.ts'
import { makeCartStore } from './cart-store.ts'

const cart = cartOf(lampItem)
const two = cartOf(lampItem, { ...lampItem, id: 'i2' })
const wanted = [{ offeringId: 'o', optionId: 'p', quantity: 1 }]

type Reply = [number, unknown?] | 'no answer'
let calls: string[]

/** Mocks answers in order; a GET without an answer is tried twice. */
function server(...replies: Reply[]) {
  calls = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push(`${init.method} ${url.split('?')[0]}`)
    const reply = replies.shift() ?? 'no answer'
    if (reply === 'no answer') throw new TypeError('failed to fetch')
    return new Response(JSON.stringify(reply[1] ?? {}), { status: reply[0] })
  })
}

function store() {
  const cache = new SessionCache()
  const counts: number[] = []
  cache.subscribe(() => {
    const { answer } = cache.read(sessionSlot)
    const count = answer && (answer.cart?.count ?? 0)
    if (count !== undefined && count !== counts.at(-1)) counts.push(count)
  })
  return { ...makeCartStore(cache), counts }
}

const lastToast = () => toastStore.current().at(-1)
const quiet = () => vi.mocked(console.warn).mockClear()

beforeEach(() => vi.unstubAllGlobals())

describe('adding to the cart', () => {
  test('adding to the cart: 200 stores the cart', async () => {
    server([200, cart])
    const s = store()
    expect((await s.post(wanted, 'k'))?.status).toBe(200)
    expect(s.state()).toEqual({ status: 'ready', cart })
    expect(s.counts).toEqual([1])
    expect(calls).toEqual(['POST /api/cart'])
  })

  test.each([400, 401, 403, 404, 500])('adding to the cart: %i clears it and fetches it once', async (status) => {
    server([status, { code: 'x', title: 'X' }], [200, two])
    const s = store()
    s.show(cart)
    const seen: string[] = []
    s.subscribe(() => seen.push(s.state().status))
    expect((await s.post(wanted, 'k'))?.status).toBe(status)
    expect(seen).toContain('fetching')
    expect(s.state()).toEqual({ status: 'ready', cart: two })
    expect(calls).toEqual(['POST /api/cart', 'GET /api/cart/checkout'])
  })

  test('adding to the cart: an invalid answer clears it and fetches it once', async () => {
    server([502], [200, cart])
    const s = store()
    expect(await s.post(wanted, 'k')).toBeNull()
    expect(s.state()).toEqual({ status: 'ready', cart })
    quiet()
  })

  test('adding to the cart: without any answer the cart is unknown, not empty', async () => {
    server('no answer', 'no answer', 'no answer')
    const s = store()
    s.show(cart)
    expect(await s.post(wanted, 'k')).toBeNull()
    expect(s.state()).toEqual({ status: 'unreachable' })
    expect(calls).toEqual(['POST /api/cart', 'GET /api/cart/checkout', 'GET /api/cart/checkout'])
    expect(s.counts).toEqual([1])
    quiet()
  })

  test('only a 404 when fetching the cart means that it is empty', async () => {
    server([400, { code: 'x', title: 'X' }], [404])
    const s = store()
    await s.post(wanted, 'k')
    expect(s.state()).toEqual({ status: 'empty' })
    expect(s.counts).toEqual([0])
  })

  test.each([400, 401, 403, 500])('a cart fetch answered by %i leaves the cart unknown, not empty', async (status) => {
    server([status, { code: 'x', title: 'X' }])
    const s = store()
    await s.refetch()
    expect(s.state()).toEqual({ status: 'unreachable' })
  })
})

describe('removing an item', () => {
  test('removing an item: 200 replaces the cart', async () => {
    server([200, cart])
    const s = store()
    s.show(two)
    expect(await s.remove('i2')).toBe(true)
    expect(s.state()).toEqual({ status: 'ready', cart })
    expect(calls).toEqual(['PUT /api/cart/remove/i2'])
  })

  test('removing the last item leaves an empty cart', async () => {
    server([200, { ...cart, items: [] }])
    const s = store()
    s.show(cart)
    await s.remove('i1')
    expect(s.state()).toEqual({ status: 'empty' })
  })

  test('removing an item: 404 clears the cart, fetches it once and reports it', async () => {
    server([404], [200, cart])
    const s = store()
    s.show(two)
    expect(await s.remove('i2')).toBe(false)
    expect(s.state()).toEqual({ status: 'ready', cart })
    expect(calls).toEqual(['PUT /api/cart/remove/i2', 'GET /api/cart/checkout'])
    expect(lastToast()).toMatchObject({ text: 'message.unexpected-error', type: 'error' })
  })

  test('removing an item: 400 reports the reason with code and title, and keeps the cart', async () => {
    server([400, { code: 'cart-busy', title: 'Please wait.' }])
    const s = store()
    s.show(two)
    expect(await s.remove('i2')).toBe(false)
    expect(s.state()).toEqual({ status: 'ready', cart: two })
    expect(lastToast()).toMatchObject({
      text: 'message.bad-request',
      type: 'error',
      params: { code: 'cart-busy', title: 'Please wait.' },
    })
  })

  test.each<[string, Reply]>([
    ['500', [500, { code: 'internal', title: 'Sorry.' }]],
    ['no answer', 'no answer'],
  ])('removing an item: %s keeps the cart and reports an error', async (_, reply) => {
    server(reply)
    const s = store()
    s.show(two)
    expect(await s.remove('i2')).toBe(false)
    expect(s.state()).toEqual({ status: 'ready', cart: two })
    expect(lastToast()).toMatchObject({ text: 'message.unexpected-error', type: 'error' })
    quiet()
  })
})

describe('emptying the cart', () => {
  test('emptying the cart: 200 clears it', async () => {
    server([200, { cancelled: true }])
    const s = store()
    s.show(two)
    expect(await s.cancel()).toBe(true)
    expect(s.state()).toEqual({ status: 'empty' })
    expect(s.counts.at(-1)).toBe(0)
  })

  test('emptying the cart: 404 fetches it once', async () => {
    server([404], [404])
    const s = store()
    s.show(two)
    expect(await s.cancel()).toBe(false)
    expect(s.state()).toEqual({ status: 'empty' })
  })

  test('emptying the cart: without an answer it is kept', async () => {
    server('no answer')
    const s = store()
    s.show(two)
    expect(await s.cancel()).toBe(false)
    expect(s.state()).toEqual({ status: 'ready', cart: two })
    quiet()
  })
})

test('an accepted payment clears the cart', () => {
  const s = store()
  s.show(two)
  s.clear()
  expect(s.state()).toEqual({ status: 'empty' })
  expect(s.counts.at(-1)).toBe(0)
})

test('signing out removes the cart from the browser', () => {
  const cache = new SessionCache()
  const s = makeCartStore(cache)
  s.show(cart)
  cache.forget(sessionSlot)
  expect(s.state()).toEqual({ status: 'unknown' })
})
