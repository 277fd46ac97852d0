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

/** Which words an order gets: awaiting payment differs by the way to pay, and by whether a part has been received; a refusal by whether the picture alone was at fault. */
export type Situation =
  | Exclude<InvoiceStatus, 'awaiting-payment'>
  | 'awaiting-cash'
  | 'awaiting-transfer'
  | 'awaiting-rest'
  | 'unreadable'

export function situationOf(invoice: Pick<Invoice, 'status' | 'payments' | 'paid'>): Situation {
  // Only the picture was refused: the money may be here, and nobody is to pay twice.
  if (refusedPayment(invoice)?.reason === 'unreadable') return 'unreadable'
  if (invoice.status !== 'awaiting-payment') return invoice.status
  if (invoice.paid > 0) return 'awaiting-rest'
  return lastMethod(invoice.payments) === cash ? 'awaiting-cash' : 'awaiting-transfer'
}

/** How the member wanted to pay last; the counter when there was no attempt. */
export function lastMethod(payments: readonly Payment[]): number {
  return payments.at(-1)?.method ?? cash
}

/** The payment that the office refused last, while that is what the order waits for. */
export function refusedPayment(invoice: Pick<Invoice, 'status' | 'payments'>): Payment | undefined {
  return invoice.status === 'rejected'
    ? invoice.payments.findLast((payment) => payment.status === 'rejected')
    : undefined
}

/** Whether the order can still be paid by the member: not when its time was over before a picture came. */
export function payable(invoice: Pick<Invoice, 'status' | 'due' | 'lateTransfer'>): boolean {
  const waits = invoice.status === 'awaiting-payment' || invoice.status === 'rejected'
  return invoice.due > 0 && waits && !invoice.lateTransfer
}

/** Whether a picture of a transfer can still be sent for an order that has ended. */
export function ended(invoice: Pick<Invoice, 'status' | 'lateTransfer'>): boolean {
  return (invoice.status === 'expired' || invoice.status === 'cancelled') && !invoice.lateTransfer
}

/** Whether the member can give the order up: nothing has been paid of it, and nothing is being checked. */
export function cancellable(invoice: Pick<Invoice, 'status' | 'due' | 'paid' | 'lateTransfer'>): boolean {
  return payable(invoice) && invoice.paid === 0
}

/** Which words a step of the timeline gets: the same state means another thing after a part payment, and after the office looked again. */
export function stepWords({ status, by }: Invoice['timeline'][number], index: number): string {
  if (status === 'awaiting-payment' && index > 0) return 'awaiting-rest'
  if (status === 'under-verification' && by === 'office') return 'checked-again'
  return status
}

/** Whether an order is for the departed: its picture is a tablet, not a lamp. */
export function isMemorial({ items }: Pick<Invoice, 'items'>): boolean {
  const groups = items.flatMap(({ sheet }) => sheet?.groups ?? [])
  return groups.some(({ kind }) => kind === 'departed') && !groups.some(({ kind }) => kind === 'blessing')
}
