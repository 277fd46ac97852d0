import type { components } from '../../api/schema'

type Schemas = components['schemas']

export type Payment = Schemas['DeskPaymentDetail']
export type QueueRow = Schemas['DeskListedPayment']
export type Lookalike = Schemas['DeskLookalike']
export type Figures = Schemas['DeskFigures']

/** Another transfer's picture beside a payment's, and what became of it in words. */
export type Beside = {
  url: string
  invoiceNumber?: string
  paymentReference?: string
  words: string
  /** Where it differs from one of this payment's. */
  differs?: Lookalike['differs']
  /** What makes it alike; of the very same picture. */
  kinds?: Lookalike['kinds']
}

/** Parts of a picture, in thousandths of its width and height. */
export type Areas = NonNullable<NonNullable<Lookalike['differs']>['areas']>

/** Another transfer's order, or its reference when it became none. */
export function nameOf(other: { invoiceNumber?: string; paymentReference?: string }): string {
  return other.invoiceNumber ?? other.paymentReference ?? ''
}

/** Other transfers that count and seem to be this one: each is a flag. */
export function flagsOf({ lookalikes }: Pick<Payment, 'lookalikes'>): Lookalike[] {
  return lookalikes?.filter(({ stops }) => stops) ?? []
}

/** Whether a row has a mark that wants somebody to look. */
export function hasFlag({ alikeTo, amount, declaredAmount, rejected, large }: QueueRow): boolean {
  return Boolean(alikeTo) || amount !== declaredAmount || rejected > 0 || large
}

/** Whether approving asks first: another transfer seems to be the same one, or the amounts differ. */
export function isDoubtful(payment: Payment): boolean {
  const { amount, declaredAmount, bank } = payment
  if (declaredAmount !== amount || bank.state === 'differs' || bank.state === 'spent') return true
  return flagsOf(payment).length > 0
}

/** The reason for which what is doubtful is rejected most often. */
export function likelyReason(payment: Payment): string | undefined {
  const { amount, declaredAmount, bank } = payment
  if (flagsOf(payment).length > 0 || bank.state === 'spent') return 'used-before'
  return declaredAmount !== amount || bank.state === 'differs' ? 'amount-differs' : undefined
}

/** The lists of payments; a voided one is found through its order only. */
export const queueStatuses = ['pending', 'approved', 'rejected'] as const
export type QueueStatus = (typeof queueStatuses)[number]

/** Which list, found how, in which order. Stands in the address of the list and of its payments. */
export type QueuePlace = {
  status: QueueStatus
  q: string
  order: 'oldest' | 'cut-off'
  /** '' for whatever the bank says. */
  bank: '' | 'seen' | 'absent' | 'missing'
  alike: boolean
  differs: boolean
  /** First and last day, as 2026-11-21, or ''. */
  from: string
  to: string
}

const day = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '')

export function placeOf(search: string): QueuePlace {
  const query = new URLSearchParams(search)
  const bank = query.get('bank')
  return {
    status: queueStatuses.find((known) => known === query.get('status')) ?? 'pending',
    q: query.get('q') ?? '',
    order: query.get('order') === 'cut-off' ? 'cut-off' : 'oldest',
    bank: bank === 'seen' || bank === 'absent' || bank === 'missing' ? bank : '',
    alike: query.get('alike') === 'yes',
    differs: query.get('differs') === 'yes',
    from: day(query.get('from')),
    to: day(query.get('to')),
  }
}

/** Another list has filters of its own; what was typed is looked for there too. */
export function listOf(status: QueueStatus, q: string): QueuePlace {
  return { ...placeOf(''), status, q }
}

/** How many filters narrow a list down, beside what is searched for. */
export function countFilters(place: QueuePlace): number {
  return [place.bank, place.alike, place.differs, place.from || place.to].filter(Boolean).length
}

/** The address of a place, '' for where everybody begins; with its question mark. */
export function searchOf(place: QueuePlace): string {
  const query = new URLSearchParams()
  if (place.status !== 'pending') query.set('status', place.status)
  if (place.q) query.set('q', place.q)
  if (place.order !== 'oldest') query.set('order', place.order)
  if (place.bank) query.set('bank', place.bank)
  if (place.alike) query.set('alike', 'yes')
  if (place.differs) query.set('differs', 'yes')
  if (place.from) query.set('from', place.from)
  if (place.to) query.set('to', place.to)
  const text = query.toString()
  return text && `?${text}`
}
