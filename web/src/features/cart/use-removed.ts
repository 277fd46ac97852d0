import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { tellFailure } from '../../forms/failure-store.ts'
import { say, whyRefused } from '../../forms/refusal.ts'
import type { Slot } from '../../site/session/session-cache.ts'
import { useSessionCache } from '../../site/session/session-cache-context.ts'
import { toast } from '../../ui/toast-store.ts'
import type { CartItem } from '../../domain/cart.ts'
import type { CartStore } from '../../site/cart/cart-store.ts'
import { addedTo, asBefore, gonePlaces, withoutRemoved, withRefusal, withRemoved, type Removed } from './removed.ts'

const none: readonly Removed[] = []
const slot: Slot<readonly Removed[]> = { first: () => none }

/**
 * Items removed from the cart on this page: they can be restored until the page is left. Because they contain names,
 * they are in the session cache, which logout clears.
 */
export function useRemoved(store: CartStore) {
  const t = useT()
  const locale = useLocale()
  const cache = useSessionCache()
  const removed = useSyncExternalStore(
    cache.subscribe,
    () => cache.read(slot),
    () => none,
  )
  const [pending, setPending] = useState<string>()

  const set = (change: (all: readonly Removed[]) => readonly Removed[]) => cache.write(slot, change(cache.read(slot)))
  const clear = () => set(() => none)
  useEffect(() => () => cache.write(slot, none), [cache])

  const items = () => {
    const state = store.state()
    return state.status === 'ready' ? state.cart.items : []
  }

  /** Removes an item; true on success. */
  async function remove(item: CartItem): Promise<boolean> {
    const before = items()
    if (!(await store.remove(item.id))) return false
    set((all) => withRemoved(all, before, item))
    return true
  }

  /** Puts one back and gives the item that it has become, which is on the page then. */
  async function undo({ item, key }: Removed): Promise<CartItem | undefined> {
    if (pending) return undefined
    setPending(key)
    const before = items()
    let result = await store.post([asBefore(item)], key)
    // Only a position is in the way, which was sold meanwhile: add the names again without it.
    const places = result?.status === 400 ? result.body : undefined
    const gone = gonePlaces(places?.errors)
    if (gone.length > 0) result = await store.post([asBefore(item, gone)], key)
    setPending(undefined)
    if (result?.status !== 200) {
      const refused = result?.status === 400 ? { ...whyRefused(result.body), toldIn: locale } : undefined
      if (!refused) tellFailure(result)
      set((all) => withRefusal(all, key, refused))
      return undefined
    }
    set((all) => withoutRemoved(all, key))
    const added = addedTo(result.value, before)
    const words = [t('cart.restored', { title: item.title })]
    if (added && added.unitPrice !== item.unitPrice)
      words.push(t('cart.price-changed', { before: money(item.unitPrice), now: money(added.unitPrice) }))
    if (places && gone.length > 0) words.push(say(whyRefused(places), t, locale))
    toast({ words: words.join(' '), type: 'success', duration: words.length > 1 ? 10_000 : undefined })
    return added
  }

  const putAway = ({ key }: Removed) => set((all) => withoutRemoved(all, key))

  return { removed, pending, remove, undo, putAway, clear }
}
