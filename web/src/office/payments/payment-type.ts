import type { components } from '../../api/schema'

type Schemas = components['schemas']

export type Payment = Schemas['DeskPaymentDetail']
export type QueueRow = Schemas['DeskListedPayment']
export type Lookalike = Schemas['DeskLookalike']
export type Figures = Schemas['DeskFigures']

/** The picture of another transfer beside a payment's, and a text about what became of it. */
export type Beside = {
  url: string
  invoiceNumber?: string
  paymentReference?: string
  words: string
  /** Where it differs from one of this payment's. */
  differs?: Lookalike['differs']
  /** In which respects it is alike; for the identical picture. */
  kinds?: Lookalike['kinds']
}

/** Areas of a picture, in thousandths of its width and height. */
export type Areas = NonNullable<NonNullable<Lookalike['differs']>['areas']>

/** The order of another transfer, or its reference if it became none. */
export function nameOf(other: { invoiceNumber?: string; paymentReference?: string }): string {
  return other.invoiceNumber ?? other.paymentReference ?? ''
}

/** Other transfers that count as probably the same one: each is a warning. */
export function flagsOf({ lookalikes }: Pick<Payment, 'lookalikes'>): Lookalike[] {
  return lookalikes?.filter(({ stops }) => stops) ?? []
}

/** Whether a row has a warning. */
export function hasFlag({ alikeTo, amount, declaredAmount, rejected, large }: QueueRow): boolean {
  return Boolean(alikeTo) || amount !== declaredAmount || rejected > 0 || large
}

/** Whether approving asks first: another transfer may be the same one, or the amounts differ. */
export function isDoubtful(payment: Payment): boolean {
  const { amount, declaredAmount, bank } = payment
  if (declaredAmount !== amount || bank.state === 'differs' || bank.state === 'spent') return true
  return flagsOf(payment).length > 0
}

/** The most frequent reason for rejecting a payment with this warning. */
export function likelyReason(payment: Payment): string | undefined {
  const { amount, declaredAmount, bank } = payment
  if (flagsOf(payment).length > 0 || bank.state === 'spent') return 'used-before'
  return declaredAmount !== amount || bank.state === 'differs' ? 'amount-differs' : undefined
}

/** The lists of payments; a voided payment is only shown with its order. */
export const queueStatuses = ['pending', 'approved', 'rejected'] as const
export type QueueStatus = (typeof queueStatuses)[number]

/** List, filters and sort order, kept in the URL of the list and of its payments. */
export type QueuePlace = {
  status: QueueStatus
  q: string
  order: 'oldest' | 'cut-off'
  /** The filter by bank state; '' for any. */
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

/** Another list resets the filters; the search is kept. */
export function listOf(status: QueueStatus, q: string): QueuePlace {
  return { ...placeOf(''), status, q }
}

/** How many filters are set, without the search. */
export function countFilters(place: QueuePlace): number {
  return [place.bank, place.alike, place.differs, place.from || place.to].filter(Boolean).length
}

/** The query string with its question mark, '' for the default. */
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
