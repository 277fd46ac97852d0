import { api } from '../../api/client.ts'
import type { ApiResult } from '../../api/result.ts'
import { failureSolved, tellFailure } from '../../forms/failure-store.ts'
import type { Slot, SessionCache } from '../session/session-cache.ts'
import type { Cart, CartItemInput } from '../../domain/cart.ts'

/** What this browser knows about the cart. */
export type CartState =
  /** The cart was not requested yet. */
  | { status: 'unknown' }
  | { status: 'ready'; cart: Cart }
  /** The server has no cart. */
  | { status: 'empty' }
  /** Cleared; a request is pending. */
  | { status: 'fetching' }
  /** Cleared; there was no answer. The server still has the cart. */
  | { status: 'unreachable' }

const slot: Slot<CartState> = { first: () => ({ status: 'unknown' }) }

/**
 * The cart in the browser. It never keeps what the server has not confirmed: an update answered by anything but 200
 * clears it and fetches it once. It is stored in the session cache, so that logout clears it too.
 */
export function makeCartStore(cache: SessionCache, onCount: (count: number) => void) {
  let changes = 0

  const state = () => cache.read(slot)

  function set(next: CartState): void {
    cache.write(slot, next)
    if (next.status === 'ready') onCount(next.cart.items.length)
    if (next.status === 'empty') onCount(0)
  }

  /** Takes a cart that the server has just sent. */
  function show(cart: Cart): void {
    set(cart.items.length > 0 ? { status: 'ready', cart } : { status: 'empty' })
  }

  /** The cart has become an order. */
  function clear(): void {
    changes += 1
    set({ status: 'empty' })
  }

  /** The cart could not be fetched. */
  function lose(): void {
    set({ status: 'unreachable' })
  }

  async function refetch(): Promise<void> {
    changes += 1
    set({ status: 'fetching' })
    try {
      const result = await api.get('/api/cart/checkout')
      if (result.status === 200) show(result.value)
      else set({ status: result.status === 404 ? 'empty' : 'unreachable' })
    } catch (error) {
      console.warn('the cart could not be fetched', error)
      set({ status: 'unreachable' })
    }
  }

  /** Adds or changes items. null: no answer, or one outside the contract. The caller reports errors. */
  async function post(items: readonly CartItemInput[], idempotencyKey: string): Promise<ApiResult<Cart> | null> {
    const result = await answer(() =>
      api.post('/api/cart', { body: { currency: 'SGD', items: [...items] }, idempotencyKey }),
    )
    if (result?.status === 200) {
      show(result.value)
      failureSolved()
    } else await refetch()
    return result
  }

  /** Removes an item; true on success. */
  async function remove(id: string): Promise<boolean> {
    const result = await answer(() => api.put('/api/cart/remove/{id}', { params: { id } }))
    if (result?.status === 200) {
      show(result.value)
      failureSolved()
      return true
    }
    tellFailure(result)
    if (result?.status === 404) await refetch()
    return false
  }

  /** Deletes the whole cart; true on success. */
  async function cancel(): Promise<boolean> {
    const result = await answer(() => api.post('/api/cart/cancel'))
    if (result?.status === 200) {
      set({ status: 'empty' })
      failureSolved()
      return true
    }
    tellFailure(result)
    if (result?.status === 404) await refetch()
    return false
  }

  /** Increases when a change starts or ends: answers to earlier requests are outdated. */
  const changeCount = () => changes

  async function answer<Value>(call: () => Promise<ApiResult<Value>>): Promise<ApiResult<Value> | null> {
    changes += 1
    try {
      return await call()
    } catch (error) {
      console.warn('no usable answer', error)
      return null
    } finally {
      changes += 1
    }
  }

  return { state, subscribe: cache.subscribe, show, clear, lose, refetch, post, remove, cancel, changeCount }
}

export type CartStore = ReturnType<typeof makeCartStore>
