import { readSession, writeSession } from '../../lib/tab-storage.ts'

// Stores the scroll position of each history entry. The browser's own restoration runs too early if data comes late.
const name = 'shanmen.scroll'
const limit = 60

type Positions = Record<string, number>

function read(): Positions {
  try {
    return JSON.parse(readSession(name) ?? '{}')
  } catch {
    return {}
  }
}

/** The key of the current history entry, added if missing. */
export function entryKey(): string {
  const state: unknown = history.state
  if (state && typeof state === 'object' && 'key' in state && typeof state.key === 'string') return state.key
  const key = newKey()
  history.replaceState({ key }, '')
  return key
}

export function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

export function rememberScroll(key: string): void {
  const { [key]: _, ...others } = read()
  const kept = Object.entries(others).slice(-limit)
  writeSession(name, JSON.stringify({ ...Object.fromEntries(kept), [key]: Math.round(scrollY) }))
}

export function recalledScroll(key: string): number | undefined {
  return read()[key]
}
