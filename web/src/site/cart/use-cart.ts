import { useState, useSyncExternalStore } from 'react'
import { useSessionCache } from '../session/session-cache-context.ts'
import type { CartState } from './cart-slot.ts'
import { makeCartStore, type CartStore } from './cart-store.ts'

/** The cart of this browser, and what can be done with it. */
export function useCart(): { state: CartState; store: CartStore } {
  const cache = useSessionCache()
  const [store] = useState(() => makeCartStore(cache))
  const state = useSyncExternalStore(cache.subscribe, store.state, store.state)
  return { state, store }
}
