import { useCallback, useEffect, useState } from 'react'
import { readSession, writeSession } from './tab-storage.ts'

/** A value that outlives a reload of the page, not the tab. Without storage a reload loses it, and nothing else. */
export type Kept<Value> = { read: () => Value | undefined; write: (value: Value | undefined) => void }

/**
 * Keeps a value in session storage. `revive` checks what was stored there, by this or an older build: what it refuses
 * or throws at counts as nothing.
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

/** Reviver of an object that has at least this field. */
export const having =
  <Value extends object>(field: keyof Value) =>
  (saved: unknown): Value | undefined =>
    field in (saved as Value) ? (saved as Value) : undefined

/** A kept value as state: undefined on the server and at the first paint, then what was stored. */
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
