import { useCallback, useEffect, useState } from 'react'
import { readSession, writeSession } from './tab-storage.ts'

/** A value that survives a reload of the page, but not closing the tab. Without storage it is lost on reload. */
export type Kept<Value> = { read: () => Value | undefined; write: (value: Value | undefined) => void }

/**
 * Stores a value in session storage. `revive` validates a stored value, which may come from an older build: undefined
 * or an exception counts as nothing stored.
 */
export function keptValue<Value>(name: string, revive: (saved: unknown) => Value | undefined): Kept<Value> {
  return {
    read() {
      try {
        return revive(JSON.parse(readSession(name) || 'null'))
      } catch {
        return undefined
      }
    },
    write: (value) => void writeSession(name, value === undefined ? null : JSON.stringify(value)),
  }
}

/** A `revive` function for an object that has at least this field. */
export const having =
  <Value extends object>(field: keyof Value) =>
  (saved: unknown): Value | undefined =>
    field in (saved as Value) ? (saved as Value) : undefined

/** A stored value as React state: undefined on the server and at first render, then the stored value. */
export function useKept<Value>(kept: Kept<Value>) {
  const [value, setValue] = useState<Value>()
  // oxlint-disable-next-line react/set-state-in-effect -- sessionStorage can only be read after hydration
  useEffect(() => setValue(kept.read()), [kept])
  const keep = useCallback(
    (next: Value | undefined) => {
      setValue(next)
      kept.write(next)
    },
    [kept],
  )
  return [value, keep] as const
}
