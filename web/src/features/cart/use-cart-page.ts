import { useEffect, useRef } from 'react'
import { newIdempotencyKey } from '../../api/client.ts'
import type { CartItem } from '../../domain/cart.ts'
import { tellFailure } from '../../forms/failure-store.ts'
import { useLast } from '../../lib/use-last.ts'
import { useOnReturn } from '../../lib/use-on-return.ts'
import { useCart } from '../../site/cart/use-cart.ts'
import { usePage } from '../../site/router/payload.tsx'
import { toast } from '../../ui/toast-store.ts'
import { rowId } from './cart-row.tsx'
import type { Removed } from './removed.ts'
import { useRemoved } from './use-removed.ts'

/** The cart as its page shows it, what was taken out of it, and what the page's buttons do. */
export function useCartPage() {
  const { reload } = usePage()
  const { state, store } = useCart()
  const gone = useRemoved(store)
  const top = useRef<HTMLDivElement>(null)
  const { status } = state
  const waiting = status === 'fetching' || status === 'unknown'
  // What was on show stays in its place, out of reach, while the cart is being asked for.
  const last = useLast(status === 'ready' ? state.cart : status === 'empty' ? null : undefined)

  // Another tab may have changed it.
  useOnReturn(() => {
    if (status === 'unreachable') void store.refetch()
    else if (!waiting) reload().catch(console.warn)
  })
  // Only its page tells what became of a cart that is gone.
  const untold = status === 'empty' && !state.page
  useEffect(() => {
    if (untold) reload().catch(console.warn)
  }, [reload, untold])

  const focusHeading = () => {
    const heading = top.current?.querySelector('h1')
    if (heading) heading.tabIndex = -1
    heading?.focus()
  }

  return {
    top,
    status,
    waiting,
    cart: status === 'ready' || waiting ? (last ?? null) : null,
    page: status === 'empty' ? state.page : undefined,
    removed: gone.removed,
    pending: gone.pending,
    async remove(item: CartItem) {
      if (!(await gone.remove(item))) focusHeading()
    },
    /** The button that was pressed has gone: the focus goes to the item that is there again. */
    async undo(removed: Removed) {
      const item = await gone.undo(removed)
      if (item) document.getElementById(rowId(item.id))?.querySelector('a')?.focus()
    },
    putAway(removed: Removed) {
      gone.putAway(removed)
      focusHeading()
    },
    async setQuantity({ id, offeringId, optionId }: CartItem, quantity: number) {
      tellFailure(await store.post([{ id, offeringId, optionId, quantity }], newIdempotencyKey()))
    },
    async giveUp() {
      if (await store.cancel()) {
        gone.clear()
        toast({ text: 'cart.given-up' })
      }
      focusHeading()
    },
    tryAgain: () => store.refetch().then(focusHeading),
  }
}
