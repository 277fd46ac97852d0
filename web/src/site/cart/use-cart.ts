import { useState, useSyncExternalStore } from 'react'
import { useSession } from '../session/session.tsx'
import { useSessionCache } from '../session/session-cache-context.ts'
import { makeCartStore, type CartState, type CartStore } from './cart-store.ts'
import { useLatest } from '../../lib/use-latest.ts'

const atFirst: CartState = { status: 'unknown' }

/** The cart of this browser, and its actions. The header's count follows it. */
export function useCart(): { state: CartState; store: CartStore } {
  const cache = useSessionCache()
  const { setCartCount } = useSession()
  const count = useLatest(setCartCount)
  const [store] = useState(() => makeCartStore(cache, (n) => count.current(n)))
  const state = useSyncExternalStore(store.subscribe, store.state, () => atFirst)
  return { state, store }
}
