/** How long a decision can be taken back, in milliseconds; the server counts the same. */
export const undoWindow = 30_000

/** A decision of one's own that can still be taken back. */
export type Decision = {
  paymentId: string
  invoiceNumber: string
  payer?: string
  payerChinese?: string
  /** Number of the receipt that waits. */
  receipt?: string
  /** Payments that were approved together with it. */
  others?: readonly string[]
  kind: 'approved' | 'rejected'
  amount: number
  /** Epoch milliseconds of this device. */
  until: number
}

const none: readonly Decision[] = []
let decisions = none
const listeners = new Set<() => void>()

function set(next: readonly Decision[]) {
  decisions = next.length ? next : none
  for (const listener of listeners) listener()
}

/** Those whose time is not over, the latest last. */
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
 * When the chance to undo ends on this device's clock, for a decision that was sent at `sentAt`. The server's clock
 * began a little later, so nobody is offered what the server refuses.
 */
export function undoUntil(sentAt: number): number {
  return sentAt + undoWindow
}

/** The same for a payment that was read with the server's own moment, whatever this device's clock says. */
export function undoUntilRead(undoUntil: string | undefined, now: number): number | undefined {
  if (!undoUntil) return undefined
  const left = Math.min(undoWindow, Date.parse(undoUntil) - now)
  return left > 0 ? now + left : undefined
}
