import { useSyncExternalStore } from 'react'
import { api } from '../../api/client.ts'
import { writeDevice } from '../../lib/device-storage.ts'
import { useSession } from './session.tsx'

export const textSizes = ['1', '2', '3'] as const
export type TextSizeName = (typeof textSizes)[number]

const listeners = new Set<() => void>()

// The document's own attribute is the state: a script in the head has set it from storage before the first paint.
function current(): TextSizeName {
  const size = document.documentElement.dataset.size
  return textSizes.find((known) => known === size) ?? '1'
}

/** Shows this device's pages in a size, and keeps it here. */
export function applyTextSize(size: string): void {
  if (size === current()) return
  document.documentElement.dataset.size = size
  writeDevice('shanmen.size', size)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The size on show, and how to choose another; a member's choice is kept with the account for their other devices. */
export function useTextSize(): [TextSizeName, (size: TextSizeName) => void] {
  const { user, refresh } = useSession()
  const size = useSyncExternalStore(subscribe, current, () => '1' as const)
  function choose(next: TextSizeName) {
    applyTextSize(next)
    if (user) keep(next).catch(console.error)
  }
  // The session is asked for again, or it would bring the old size back; not for a choice that is over already.
  async function keep(next: TextSizeName) {
    await api.post('/api/member/update/profile', { body: { textSize: Number(next) } })
    if (current() === next) await refresh()
  }
  return [size, choose]
}
