/** How long a decision can be undone, in milliseconds; the same as on the server. */
export const undoWindow = 30_000

/** The user's own decision that can still be undone. */
export type Decision = {
  paymentId: string
  invoiceNumber: string
  payer?: string
  payerChinese?: string
  /** The number of the receipt to be sent. */
  receipt?: string
  /** Payments approved together with it. */
  others?: readonly string[]
  kind: 'approved' | 'rejected'
  amount: number
  /** The end of the undo time, in epoch milliseconds of this device. */
  until: number
}

const none: readonly Decision[] = []
let decisions = none
const listeners = new Set<() => void>()

function set(next: readonly Decision[]) {
  decisions = next.length ? next : none
  for (const listener of listeners) listener()
}

/** The decisions that can still be undone, latest last. */
export function undoable(all: readonly Decision[], now: number): Decision[] {
  return all.filter((decision) => decision.until > now)
}

export const undoStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  current: () => decisions,
  add(decision: Decision) {
    set([...decisions.filter((other) => other.paymentId !== decision.paymentId), decision])
    setTimeout(() => set(undoable(decisions, Date.now())), Math.max(0, decision.until - Date.now()) + 50)
  },
  remove(paymentId: string) {
    set(decisions.filter((other) => other.paymentId !== paymentId))
  },
}

/**
 * The end of the undo period on this device's clock, for a decision sent at `sentAt`. The server's period starts
 * slightly later, so nothing is offered that the server refuses.
 */
export function undoUntil(sentAt: number): number {
  return sentAt + undoWindow
}

/** Until when a loaded payment's decision can be undone, from the server's deadline, independent of this device's clock. */
export function undoUntilRead(undoUntil: string | undefined, now: number): number | undefined {
  if (!undoUntil) return undefined
  const left = Math.min(undoWindow, Date.parse(undoUntil) - now)
  return left > 0 ? now + left : undefined
}
