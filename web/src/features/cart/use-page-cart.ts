import { useEffect, useRef } from 'react'
import { usePage, usePageData } from '../../site/router/payload.tsx'
import { useOnReturn } from '../../lib/use-on-return.ts'
import { toast } from '../../ui/toast-store.ts'
import { sameCart } from '../../domain/cart.ts'
import { useCart } from '../../site/cart/use-cart.ts'

/**
 * The cart with its page's data: updated when the data arrives, and reloaded when the visitor returns to the tab
 * (another tab may have changed it) or an order was placed from it.
 */
export function usePageCart() {
  const data = usePageData('cart')
  const { failed = false, reload } = usePage()
  const { state, store } = useCart()
  /** The store's change counter when the page's data was requested. */
  const asked = useRef<number>(undefined)

  useEffect(() => {
    if (!data) {
      if (failed) store.lose()
      return
    }
    const at = asked.current
    asked.current = undefined
    // The cart was changed here while this request was pending; that change's answer is newer.
    if (at !== undefined && at !== store.changeCount()) return
    const before = store.state()
    if (at !== undefined && before.status === 'ready' && data.items.length > 0 && !sameCart(before.cart, data))
      toast({ text: 'cart.changed-elsewhere' })
    store.show(data)
  }, [data, failed, store])

  useOnReturn(() => {
    if (state.status === 'unreachable') return void store.refetch()
    if (state.status === 'fetching' || !data) return
    asked.current = store.changeCount()
    reload().catch(() => {
      asked.current = undefined
    })
  })

  // The data is of a cart that no longer exists: reload it.
  const stale = state.status === 'empty' && data?.items.length !== 0
  useEffect(() => {
    if (!stale) return
    // A removed item may be restored before the answer arrives.
    asked.current = store.changeCount()
    reload().catch(() => {
      asked.current = undefined
    })
  }, [reload, stale, store])

  const empty = state.status === 'empty' ? data : undefined
  return { state, store, received: empty?.received, kept: empty?.kept }
}
