import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DraftKeeper, Unsaved } from './keeper.ts'
import { forgetLeft, readLeft } from './unsaved-store.ts'

/**
 * A keeper's draft while its page is open: how it stands, and what was left unsaved from before. It is saved when the
 * page is left, hidden or back in the net. `id` names the draft in the browser's store, as the keeper's `keep` does.
 */
export function useKeptDraft(keeper: DraftKeeper, userId: string, id: string) {
  const [left, setLeft] = useState<Unsaved>()
  const snapshot = useSyncExternalStore(keeper.subscribe, keeper.snapshot)
  useEffect(() => {
    let gone = false
    const look = async () => {
      const found = await readLeft(userId, id)
      const differs = Object.entries(found?.fields ?? {}).some(
        ([field, { value }]) => value !== keeper.snapshot().fields[field],
      )
      if (!gone && found && differs) setLeft(found)
    }
    look().catch(() => undefined) // without a store nothing was left
    const flush = () => void keeper.save()
    const hidden = () => document.visibilityState === 'hidden' && flush()
    const leave = (event: BeforeUnloadEvent) => keeper.snapshot().unsaved > 0 && event.preventDefault()
    addEventListener('online', flush)
    addEventListener('beforeunload', leave)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      gone = true
      removeEventListener('online', flush)
      removeEventListener('beforeunload', leave)
      document.removeEventListener('visibilitychange', hidden)
      // Leaving the page does not wait for two quiet seconds. What cannot be sent is in the browser's store.
      void keeper.save().finally(() => keeper.close())
    }
    // A draft has one page and one keeper.
  }, [keeper, id, userId])
  const decided = (putIn: boolean) => {
    if (putIn && left) keeper.putIn(left)
    setLeft(undefined)
    forgetLeft(userId, id).catch(() => undefined) // it is offered once more
  }
  return { snapshot, left, decided }
}
