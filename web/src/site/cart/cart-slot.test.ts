import { afterEach, describe, expect, test } from 'vitest'
import { dismissToast, toastStore } from '../../ui/toast-store.ts'
import { SessionCache } from '../session/session-cache.ts'
import { sessionSlot } from '../session/session-store.ts'
import { cartOf, lampItem, oilItem } from '../testing/samples.ts'
import { askForCart, readCart, startCart, writeCart } from './cart-slot.ts'

const one = cartOf(lampItem)
const two = cartOf(lampItem, oilItem)
const toasts = () => toastStore.current().map(({ text }) => text)

afterEach(() => {
  for (const { id } of toastStore.current()) dismissToast(id)
})

describe('the cart of a page’s data', () => {
  test('is put down for every page, with its count', () => {
    const cache = new SessionCache()
    askForCart(cache).page('cart-checkout', two)
    expect(readCart(cache)).toEqual({ status: 'ready', cart: two })
    expect(cache.read(sessionSlot).answer?.cart).toEqual({ count: 2 })
  })

  test('does not overwrite what was changed after it was asked for', () => {
    const cache = new SessionCache()
    const asked = askForCart(cache)
    writeCart(cache, { status: 'ready', cart: two })
    asked.page('cart', one)
    asked.lost()
    expect(readCart(cache)).toEqual({ status: 'ready', cart: two })
  })

  test('that was asked for later counts, whichever comes first', () => {
    const cache = new SessionCache()
    const [early, late] = [askForCart(cache), askForCart(cache)]
    late.page('cart', two)
    early.page('cart', one)
    expect(readCart(cache)).toEqual({ status: 'ready', cart: two })
  })

  test('is not for whoever comes after its member', () => {
    const cache = new SessionCache()
    const asked = askForCart(cache)
    cache.forget(sessionSlot)
    asked.page('cart', two)
    expect(readCart(cache)).toEqual({ status: 'unknown' })
  })

  test('of an empty cart says what became of it', () => {
    const cache = new SessionCache()
    const received = { id: 'v1', number: 'INV-2026-000012' }
    askForCart(cache).page('cart', { ...cartOf(), received })
    expect(readCart(cache)).toEqual({ status: 'empty', page: { received } })
  })

  test('that differs from the one on show is told of, where the page was on show already', () => {
    const cache = new SessionCache()
    askForCart(cache).page('cart', one, true)
    askForCart(cache).page('cart', two)
    askForCart(cache).page('cart', two, true)
    expect(toasts()).toEqual([])
    askForCart(cache).page('cart', one, true)
    expect(toasts()).toEqual(['cart.changed-elsewhere'])
  })
})

test('the first page of a visitor without a session says that there is no cart, and nothing of the session', () => {
  const cache = new SessionCache()
  startCart(cache, { id: 'cart', data: null })
  startCart(cache, { id: 'home', data: {} })
  expect(readCart(cache)).toEqual({ status: 'unknown' })
  startCart(cache, { id: 'cart', data: { items: [] } })
  expect(readCart(cache)).toEqual({ status: 'empty', page: {} })
  expect(cache.read(sessionSlot).answer).toBeUndefined()
})
