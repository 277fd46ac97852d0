import type { IconName } from '../../ui/icon.tsx'
import { cash, type Invoice, type InvoiceStatus, type Payment } from '../../domain/invoice.ts'

export type Tone = 'wait' | 'good' | 'act' | 'over'

const looks = {
  'awaiting-payment': { tone: 'wait', icon: 'clock' },
  'under-verification': { tone: 'wait', icon: 'search' },
  paid: { tone: 'good', icon: 'check' },
  rejected: { tone: 'act', icon: 'warning' },
  expired: { tone: 'over', icon: 'clock' },
  cancelled: { tone: 'over', icon: 'close' },
  refunded: { tone: 'over', icon: 'back' },
} as const satisfies Record<InvoiceStatus, { tone: Tone; icon: IconName }>

export function lookOf(status: InvoiceStatus): { tone: Tone; icon: IconName } {
  return looks[status] ?? { tone: 'over', icon: 'info' }
}

/**
 * Which texts an order gets: "awaiting payment" depends on the payment method and on partial payment; "rejected" on
 * whether only the receipt image was unreadable.
 */
export type Situation =
  | Exclude<InvoiceStatus, 'awaiting-payment'>
  | 'awaiting-cash'
  | 'awaiting-transfer'
  | 'awaiting-rest'
  | 'unreadable'

export function situationOf(invoice: Pick<Invoice, 'status' | 'payments' | 'paid'>): Situation {
  // Only the receipt image was rejected: the money may have arrived, so the text must not ask for another payment.
  if (refusedPayment(invoice)?.reason === 'unreadable') return 'unreadable'
  if (invoice.status !== 'awaiting-payment') return invoice.status
  if (invoice.paid > 0) return 'awaiting-rest'
  return lastMethod(invoice.payments) === cash ? 'awaiting-cash' : 'awaiting-transfer'
}

/** The method of the last payment attempt; cash if there was none. */
export function lastMethod(payments: readonly Payment[]): number {
  return payments.at(-1)?.method ?? cash
}

/** The last rejected payment, while the order still waits for a new one. */
export function refusedPayment(invoice: Pick<Invoice, 'status' | 'payments'>): Payment | undefined {
  return invoice.status === 'rejected'
    ? invoice.payments.findLast((payment) => payment.status === 'rejected')
    : undefined
}

/** Whether the member can still pay the order; not when it expired before a receipt image came. */
export function payable(invoice: Pick<Invoice, 'status' | 'due' | 'lateTransfer'>): boolean {
  const waits = invoice.status === 'awaiting-payment' || invoice.status === 'rejected'
  return invoice.due > 0 && waits && !invoice.lateTransfer
}

/** Whether a receipt image can still be sent for an order that has ended. */
export function ended(invoice: Pick<Invoice, 'status' | 'lateTransfer'>): boolean {
  return (invoice.status === 'expired' || invoice.status === 'cancelled') && !invoice.lateTransfer
}

/** Whether the member can cancel the order: nothing is paid and nothing is under review. */
export function cancellable(invoice: Pick<Invoice, 'status' | 'due' | 'paid' | 'lateTransfer'>): boolean {
  return payable(invoice) && invoice.paid === 0
}

/**
 * The message for a step of the history: the same status has another meaning after a partial payment and after a second
 * review.
 */
export function stepWords({ status, by }: Invoice['timeline'][number], index: number): string {
  if (status === 'awaiting-payment' && index > 0) return 'awaiting-rest'
  if (status === 'under-verification' && by === 'office') return 'checked-again'
  return status
}

/** Whether an order is for the departed: it is shown with a tablet, not a lamp. */
export function isMemorial({ items }: Pick<Invoice, 'items'>): boolean {
  const groups = items.flatMap(({ sheet }) => sheet?.groups ?? [])
  return groups.some(({ kind }) => kind === 'departed') && !groups.some(({ kind }) => kind === 'blessing')
}
