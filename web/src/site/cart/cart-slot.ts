import type { Cart } from '../../domain/cart.ts'
import { toast } from '../../ui/toast-store.ts'
import type { Slot, SessionCache } from '../session/session-cache.ts'
import { countCart } from '../session/session-store.ts'

/** What this browser knows of the cart. */
export type CartState =
  /** Not asked yet. */
  | { status: 'unknown' }
  | { status: 'ready'; cart: Cart }
  /** The server says that there is none. `page`: what the page of an empty cart says, once it has been asked for. */
  | { status: 'empty'; page?: Pick<Cart, 'received' | 'kept'> }
  /** Cleared; the server is being asked. */
  | { status: 'fetching' }
  /** Cleared; nobody answered. The server still has it. */
  | { status: 'unreachable' }

// Counts what is asked for and answered: of two answers the one that was asked for later counts.
let clock = 0

/** What a visitor sees of a cart. */
const seen = ({ subTotal, items }: Cart) =>
  JSON.stringify([subTotal, items.map((one) => [one.id, one.optionId, one.quantity, one.amount, one.state, one.form])])

const slot: Slot<{ state: CartState; at: number }> = { first: () => ({ state: { status: 'unknown' }, at: ++clock }) }

/** What is known of the cart. */
export function readCart(cache: SessionCache): CartState {
  return cache.read(slot).state
}

/** Puts down what was learned of the cart just now. The count in the header follows. */
export function writeCart(cache: SessionCache, state: CartState, at = ++clock): void {
  cache.write(slot, { state, at })
  if (state.status === 'ready') countCart(cache, state.cart.items.length)
  if (state.status === 'empty') countCart(cache, 0)
}

/** Puts down the cart that the first page's HTML shows: that of a visitor without a session, who has none. */
export function startCart(cache: SessionCache, { id, data }: { id: string; data: unknown }): void {
  // The session is not known by that, so the count in the header is left alone.
  if (id === 'cart' && data) cache.write(slot, { state: { status: 'empty', page: {} }, at: ++clock })
}

/** Called before a page's data is asked for: gives what puts down the cart of the answer, unless a later one has come. */
export function askForCart(cache: SessionCache) {
  cache.read(slot) // from now on what is forgotten is later
  const asked = ++clock
  function put(state: CartState): boolean {
    if (cache.read(slot).at > asked) return false
    writeCart(cache, state, asked)
    return true
  }
  return {
    /** `again`: the page was on show already, so a cart that is not as it was has been changed in another tab. */
    page(id: string, data: unknown, again = false) {
      if (id !== 'cart' && id !== 'cart-checkout') return
      const cart = data as Cart
      const { received, kept, items } = cart
      const known = readCart(cache)
      const differs = known.status === 'ready' && seen(known.cart) !== seen(cart)
      if (items.length === 0) put({ status: 'empty', page: { received, kept } })
      else if (put({ status: 'ready', cart }) && again && differs) toast({ text: 'cart.changed-elsewhere' })
    },
    /** Nobody answered. */
    lost: () => void put({ status: 'unreachable' }),
  }
}
