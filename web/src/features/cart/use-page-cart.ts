import { useEffect, useRef } from 'react'
import { usePage, usePageData } from '../../site/router/payload.tsx'
import { useOnReturn } from '../../lib/use-on-return.ts'
import { toast } from '../../ui/toast-store.ts'
import { sameCart } from '../../domain/cart.ts'
import { useCart } from '../../site/cart/use-cart.ts'

/**
 * The cart with its page's data: taken over when it comes, asked for again when the visitor comes back to the tab, for
 * another tab may have changed it, and when an order was placed out of it meanwhile.
 */
export function usePageCart() {
  const data = usePageData('cart')
  const { failed = false, reload } = usePage()
  const { state, store } = useCart()
  /** The store's count of changes when the page's data was asked for. */
  const asked = useRef<number>(undefined)

  useEffect(() => {
    if (!data) {
      if (failed) store.lose()
      return
    }
    const at = asked.current
    asked.current = undefined
    // Something was changed here while this was on its way; what that call answered is newer.
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

  // The data is of a cart that is gone: only new data tells what became of it.
  const stale = state.status === 'empty' && data?.items.length !== 0
  useEffect(() => {
    if (!stale) return
    // What was taken out last may be put back before the answer comes.
    asked.current = store.changeCount()
    reload().catch(() => {
      asked.current = undefined
    })
  }, [reload, stale, store])

  const empty = state.status === 'empty' ? data : undefined
  return { state, store, received: empty?.received, kept: empty?.kept }
}
