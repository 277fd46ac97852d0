import { api } from '../../api/client.ts'
import type { ApiResult } from '../../api/result.ts'
import { failureSolved, tellFailure } from '../../forms/failure-store.ts'
import type { SessionCache } from '../session/session-cache.ts'
import type { Cart, CartItemInput } from '../../domain/cart.ts'
import { readCart, writeCart, type CartState } from './cart-slot.ts'

/**
 * The cart in the browser. It never keeps what the server has not confirmed: an update answered by anything but 200
 * clears it and fetches it once. It is stored in the session cache, so that logout clears it too.
 */
export function makeCartStore(cache: SessionCache) {
  const state = () => readCart(cache)
  const set = (next: CartState) => writeCart(cache, next)

  /** Takes a cart that the server has just sent. */
  function show(cart: Cart): void {
    set(cart.items.length > 0 ? { status: 'ready', cart } : { status: 'empty' })
  }

  /** The cart has become an order. */
  function clear(): void {
    set({ status: 'empty' })
  }

  async function refetch(): Promise<void> {
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

  return { state, subscribe: cache.subscribe, show, clear, refetch, post, remove, cancel }
}

export type CartStore = ReturnType<typeof makeCartStore>

async function answer<Value>(call: () => Promise<ApiResult<Value>>): Promise<ApiResult<Value> | null> {
  try {
    return await call()
  } catch (error) {
    console.warn('no usable answer', error)
    return null
  }
}
