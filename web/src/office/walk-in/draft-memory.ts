import type { FieldError } from '../../api/result.ts'
import type { Draft } from './draft.ts'

/** A walk-in that is being entered, and what the server found wrong with it. */
export type DraftState = { draft: Draft; problems: readonly FieldError[] }

const stored = 'shanmen.office.walk-in'
const held = 'shanmen.office.walk-in.held'
const last = 'shanmen.office.walk-in.cash'
const listeners = new Set<() => void>()
let state: DraftState | null = null

/** The one walk-in of this tab; it outlives a reload, and nothing else. */
export const draftMemory = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  /** What is known; `begin` makes it of what a reload has left. */
  of(by: string, begin: (saved: unknown) => Draft): DraftState {
    if (state?.draft.by !== by) state = { draft: begin(read(stored)), problems: [] }
    return state
  },
  put(next: DraftState | null): void {
    state = next
    try {
      if (next) sessionStorage.setItem(stored, JSON.stringify(next.draft))
      else sessionStorage.removeItem(stored)
    } catch {
      // Closed storage costs what a reload would have kept.
    }
    listeners.forEach((listener) => listener())
  },
}

/** Nothing of the devotee stays: the order is made. */
export function forgetWalkIn(): void {
  draftMemory.put(null)
}

/** A sale that waits while somebody else is served. */
export type Held = { id: string; at: number; draft: Draft }

let waiting: readonly Held[] | null = null

/** The sales of this tab that were put on hold, the oldest first; they outlive a reload, and nothing else. */
export const heldMemory = {
  subscribe: draftMemory.subscribe,
  all(): readonly Held[] {
    if (!waiting) {
      const saved = read(held)
      waiting = Array.isArray(saved) ? (saved as Held[]).filter((one) => typeof one?.draft === 'object') : []
    }
    return waiting
  },
  put(next: readonly Held[]): void {
    waiting = next
    try {
      if (next.length > 0) sessionStorage.setItem(held, JSON.stringify(next))
      else sessionStorage.removeItem(held)
    } catch {
      // Closed storage costs what a reload would have kept.
    }
    listeners.forEach((listener) => listener())
  },
}

/** The clerk has signed out: neither the sale at hand nor those on hold stay. */
export function forgetWalkIns(): void {
  heldMemory.put([])
  try {
    sessionStorage.removeItem(last)
  } catch {
    // Closed storage keeps nothing.
  }
  draftMemory.put(null)
}

/** Cash that was taken, in cents. It can be taken back until `undoable`, epoch milliseconds of this device. */
export type Taken = { invoiceId: string; given: number; change: number; undoable: number }

/** Remembers the cash of the order that was paid last, for its page: it holds no personal data. */
export function rememberCash(taken: Taken): void {
  try {
    sessionStorage.setItem(last, JSON.stringify(taken))
  } catch {
    // The page then shows the receipt alone.
  }
}

/** The cash of the order that was paid last in this tab. */
export function lastCash(): Taken | undefined {
  const saved = read(last)
  if (typeof saved !== 'object' || saved === null) return undefined
  const { invoiceId, given, change, undoable } = saved as Partial<Taken>
  if (typeof invoiceId !== 'string' || typeof given !== 'number' || typeof change !== 'number') return undefined
  return { invoiceId, given, change, undoable: undoable ?? 0 }
}

/** The cash of an order, if it is the one that was paid last in this tab. */
export function cashFor(invoiceId: string): Taken | undefined {
  const cash = lastCash()
  return cash?.invoiceId === invoiceId ? cash : undefined
}

function read(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
