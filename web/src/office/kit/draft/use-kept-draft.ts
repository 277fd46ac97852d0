import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DraftKeeper, Unsaved } from './keeper.ts'
import { noteLastSave } from './leaving.ts'
import { forgetLeft, readLeft } from './unsaved-store.ts'

/**
 * Connects a DraftKeeper to its page: its state, and unsaved input from an earlier visit. It saves when the page is
 * left, hidden or online again. `id` names the draft in the browser's storage.
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
      if (found && !differs) await forgetLeft(userId, id)
      if (!gone && found && differs) setLeft(found)
    }
    look().catch(() => undefined) // without storage there is no earlier input
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
      // Leaving the page saves at once. What cannot be sent is in the browser's storage.
      noteLastSave(
        id,
        keeper.save().finally(() => keeper.close()),
      )
    }
    // A draft has one page and one keeper.
  }, [keeper, id, userId])
  const decided = (putIn: boolean) => {
    if (putIn && left) keeper.putIn(left)
    setLeft(undefined)
    forgetLeft(userId, id).catch(() => undefined) // it is offered again
  }
  return { snapshot, left, decided }
}
