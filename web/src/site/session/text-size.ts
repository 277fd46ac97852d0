import { useSyncExternalStore } from 'react'
import { api } from '../../api/client.ts'
import { writeDevice } from '../../lib/device-storage.ts'
import { useSession } from './session.tsx'

export const textSizes = ['1', '2', '3'] as const
export type TextSizeName = (typeof textSizes)[number]

const listeners = new Set<() => void>()

// The state is the document's attribute: a script in the head sets it from storage before first paint.
function current(): TextSizeName {
  const size = document.documentElement.dataset.size
  return textSizes.find((known) => known === size) ?? '1'
}

/** Applies a text size on this device, and stores it. */
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

/**
 * The current text size, and a function that changes it; a member's choice is saved with the account for other devices.
 */
export function useTextSize(): [TextSizeName, (size: TextSizeName) => void] {
  const { user, refresh } = useSession()
  const size = useSyncExternalStore(subscribe, current, () => '1' as const)
  function choose(next: TextSizeName) {
    applyTextSize(next)
    if (user) keep(next).catch(console.error)
  }
  // The session is refreshed, otherwise its old size would be applied again; not if the choice has changed meanwhile.
  async function keep(next: TextSizeName) {
    await api.post('/api/member/update/profile', { body: { textSize: Number(next) } })
    if (current() === next) await refresh()
  }
  return [size, choose]
}
