import type { FieldError } from '../../api/result.ts'
import { keptValue } from '../../lib/kept.ts'
import type { Draft } from './draft.ts'

/** A walk-in that is being entered, and what the server found wrong with it. */
export type DraftState = { draft: Draft; problems: readonly FieldError[] }

const stored = keptValue<unknown>('shanmen.office.walk-in', (saved) => saved ?? undefined)
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
    if (state?.draft.by !== by) state = { draft: begin(stored.read()), problems: [] }
    return state
  },
  put(next: DraftState | null): void {
    state = next
    stored.write(next?.draft)
    listeners.forEach((listener) => listener())
  },
}

/** Nothing of the devotee stays: the order is made. */
export function forgetWalkIn(): void {
  draftMemory.put(null)
}

/** A sale that waits while somebody else is served. */
export type Held = { id: string; at: number; draft: Draft }

const held = keptValue('shanmen.office.walk-in.held', (saved) =>
  (saved as Held[]).filter((one) => typeof one?.draft === 'object'),
)
let waiting: readonly Held[] | null = null

/** The sales of this tab that were put on hold, the oldest first; they outlive a reload, and nothing else. */
export const heldMemory = {
  subscribe: draftMemory.subscribe,
  all(): readonly Held[] {
    waiting ??= held.read() ?? []
    return waiting
  },
  put(next: readonly Held[]): void {
    waiting = next
    held.write(next.length > 0 ? [...next] : undefined)
    listeners.forEach((listener) => listener())
  },
}

/** The clerk has signed out: neither the sale at hand nor those on hold stay. */
export function forgetWalkIns(): void {
  heldMemory.put([])
  last.write(undefined)
  draftMemory.put(null)
}

/** Cash that was taken, in cents. It can be taken back until `undoable`, epoch milliseconds of this device. */
export type Taken = { invoiceId: string; given: number; change: number; undoable: number }

const last = keptValue('shanmen.office.walk-in.cash', (saved) => {
  const { invoiceId, given, change, undoable } = (saved ?? {}) as Taken
  if (typeof invoiceId !== 'string' || typeof given !== 'number' || typeof change !== 'number') return undefined
  return { invoiceId, given, change, undoable: undoable ?? 0 }
})

/** Remembers the cash of the order that was paid last, for its page: it holds no personal data. */
export const rememberCash = last.write

/** The cash of the order that was paid last in this tab. */
export const lastCash = last.read

/** The cash of an order, if it is the one that was paid last in this tab. */
export function cashFor(invoiceId: string): Taken | undefined {
  const cash = lastCash()
  return cash?.invoiceId === invoiceId ? cash : undefined
}
