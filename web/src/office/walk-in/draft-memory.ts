import type { FieldError } from '../../api/result.ts'
import { keptValue } from '../../lib/kept.ts'
import type { Draft } from './draft.ts'

/** A walk-in being entered, and the server's errors. */
export type DraftState = { draft: Draft; problems: readonly FieldError[] }

const stored = keptValue<unknown>('shanmen.office.walk-in', (saved) => saved ?? undefined)
const listeners = new Set<() => void>()
let state: DraftState | null = null

/** The current walk-in of this tab; it survives a reload only. */
export const draftMemory = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  /** The current one; `begin` creates it from what a reload has left. */
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

/** Deletes the devotee's data after the order was created. */
export function forgetWalkIn(): void {
  draftMemory.put(null)
}

/** A sale that is parked while another visitor is served. */
export type Held = { id: string; at: number; draft: Draft }

const held = keptValue('shanmen.office.walk-in.held', (saved) =>
  (saved as Held[]).filter((one) => typeof one?.draft === 'object'),
)
let waiting: readonly Held[] | null = null

/** The parked sales of this tab, oldest first; they survive a reload only. */
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

/** Deletes the current and all parked sales after the clerk has logged out. */
export function forgetWalkIns(): void {
  heldMemory.put([])
  last.write(undefined)
  draftMemory.put(null)
}

/** Cash that was taken, in cents. It can be undone until `undoable`, in epoch milliseconds of this device. */
export type Taken = { invoiceId: string; given: number; change: number; undoable: number }

const last = keptValue('shanmen.office.walk-in.cash', (saved) => {
  const { invoiceId, given, change, undoable } = (saved ?? {}) as Taken
  if (typeof invoiceId !== 'string' || typeof given !== 'number' || typeof change !== 'number') return undefined
  return { invoiceId, given, change, undoable: undoable ?? 0 }
})

/** Stores the cash of the last paid order, for its page: it contains no personal data. */
export const rememberCash = last.write

/** The cash of the last paid order of this tab. */
export const lastCash = last.read

/** The cash of an order, if it is the last one paid in this tab. */
export function cashFor(invoiceId: string): Taken | undefined {
  const cash = lastCash()
  return cash?.invoiceId === invoiceId ? cash : undefined
}
