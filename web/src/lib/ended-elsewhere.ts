import { writeDevice } from './device-storage.ts'

const name = 'shanmen.ended'

/** Tells the browser's other tabs that the session has ended in this one. */
export function tellEnd(): void {
  writeDevice(name, String(Date.now()))
}

/** Calls `act` when another tab has ended the session; returns the function that unsubscribes. */
export function onEndElsewhere(act: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === name) act()
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}
