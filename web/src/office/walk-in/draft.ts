import type { Relative } from '../../domain/form/family-book.ts'
import { draftOf, emptyDraft, valuesOf, type FormDraft } from '../../domain/form/draft.ts'
import type { OfferingDetail } from '../../domain/offering.ts'
import { readAmount, typedAmount } from '../../domain/amount.ts'
import { choose, chosen, firstOrder, hasOpenAmount, placesOf, type OrderDraft } from '../../domain/order.ts'
import type { Locale } from '../../i18n/messages.ts'

export type Offering = OfferingDetail

/** A line of the order being entered. `id` identifies it while others are added and removed. */
export type DraftItem = { id: number; offeringKey: string; order: OrderDraft; form: FormDraft | null }

export type Payer = { name: string; chineseName: string; mobile: string; email: string }

/** The account with the devotee's number. */
export type Known = { id: string; name: string; chineseName: string; email: string; locale: Locale }

/** An item that could not be copied from an earlier order, with the reason. */
export type LeftOut = { title: string; optionTitle: string; reason: string }

/** A walk-in being entered. It is stored for the tab until it is paid or its clerk logs out. */
export type Draft = {
  /** The id of the clerk. */
  by: string
  items: readonly DraftItem[]
  leftOut: readonly LeftOut[]
  payer: Payer
  known: Known | null
  /** The known devotee's family book. */
  book: readonly Relative[]
  /** Whether the order is linked to the known devotee's account. */
  forAccount: boolean
  locale: Locale
  method: 'cash' | 'paynow'
  /** The cash given, as typed. */
  given: string
  /** The single name of a quick sale, as typed; also the payer's name unless `samePayer` is off. */
  typed: string
  samePayer: boolean
  /** The last request, so that resending it reuses its key. */
  sent: { body: string; key: string } | null
}

export function newDraft(by: string, locale: Locale): Draft {
  return {
    by,
    items: [],
    leftOut: [],
    payer: { name: '', chineseName: '', mobile: '', email: '' },
    known: null,
    book: [],
    forAccount: false,
    locale,
    method: 'cash',
    given: '',
    typed: '',
    samePayer: true,
    sent: null,
  }
}

/** Whether the draft contains nothing worth keeping. */
export function isBlank(draft: Draft): boolean {
  return (
    draft.items.length === 0 &&
    draft.typed.trim() === '' &&
    Object.values(draft.payer).every((text) => text.trim() === '')
  )
}

/** Restores this clerk's stored draft; another clerk's is ignored. */
export function revive(saved: unknown, by: string, locale: Locale): Draft {
  const fresh = newDraft(by, locale)
  if (typeof saved !== 'object' || saved === null || !('by' in saved) || saved.by !== by) return fresh
  const draft = { ...fresh, ...saved } as Draft
  if (!Array.isArray(draft.items) || typeof draft.payer !== 'object') return fresh
  // A draft stored by an older version has no positions.
  const items = draft.items.map((item) => ({ ...item, order: { ...item.order, places: item.order.places ?? [] } }))
  return { ...draft, items }
}

/** The devotee's account, if the order is linked to it. */
export function accountOf(draft: Draft): Known | null {
  return draft.forAccount ? draft.known : null
}

/** Adds a line, with one empty card if the form asks for names. */
export function withItem(draft: Draft, offering: Offering, optionId: string): Draft {
  return withItems(draft, [
    {
      offeringKey: offering.key,
      order: choose(offering, firstOrder(offering), optionId),
      form: offering.form && emptyDraft(offering.form),
    },
  ])
}

function withItems(draft: Draft, items: readonly Omit<DraftItem, 'id'>[]): Draft {
  const next = 1 + Math.max(0, ...draft.items.map((item) => item.id))
  return { ...draft, items: [...draft.items, ...items.map((item, i) => ({ id: next + i, ...item }))] }
}

export function withoutItem(draft: Draft, id: number): Draft {
  return { ...draft, items: draft.items.filter((item) => item.id !== id) }
}

export function changeItem(draft: Draft, id: number, change: Partial<Omit<DraftItem, 'id'>>): Draft {
  return { ...draft, items: draft.items.map((item) => (item.id === id ? { ...item, ...change } : item)) }
}

/** An item of an earlier order, as the server returns it. */
export type Earlier = {
  offeringKey?: string
  optionId: string
  quantity: number
  amount?: number
  term?: string
  form?: unknown
  title: string
  optionTitle: string
  reason?: string
}

/** Reasons for which an item is unavailable to anyone today; for other reasons the clerk can change something. */
const closed = ['withdrawn', 'not-open', 'closed', 'sold-out']

export function canBeHad(item: Earlier): boolean {
  return item.offeringKey !== undefined && !closed.includes(item.reason ?? '')
}

/** Copies the items and names of an earlier order. Unavailable items are left out and listed. */
export function sameAgain(draft: Draft, earlier: readonly Earlier[], offerings: readonly Offering[]): Draft {
  const leftOut: LeftOut[] = []
  const items: Omit<DraftItem, 'id'>[] = []
  for (const item of earlier) {
    const offering = offerings.find(({ key }) => key === item.offeringKey)
    const option = offering?.options.find(({ id }) => id === item.optionId)
    if (!offering || !option || !canBeHad(item)) {
      leftOut.push({ title: item.title, optionTitle: item.optionTitle, reason: item.reason ?? 'withdrawn' })
      continue
    }
    const term = item.term === 'monthly' || item.term === 'yearly' ? item.term : 'once'
    const order = choose(offering, { ...firstOrder(offering), term }, option.id)
    items.push({
      offeringKey: offering.key,
      order: {
        ...order,
        quantity: item.quantity,
        amount: hasOpenAmount(option) && item.amount ? typedAmount(item.amount) : '',
      },
      form: offering.form && draftOf(offering.form, item.form),
    })
  }
  return { ...withItems(draft, items), leftOut }
}

/** Whether a quantity is asked for: not if there are names or an open amount. */
export function asksQuantity(offering: Offering, order: OrderDraft): boolean {
  const names = offering.form?.fields.some((field) => field.type === 'people') ?? false
  return !names && !hasOpenAmount(chosen(offering, order))
}

/** The request body of a line. */
export function wishOf(item: DraftItem, offering: Offering, withAccount: boolean) {
  const { order, form } = item
  const option = chosen(offering, order)
  return {
    offeringId: offering.id,
    optionId: order.optionId,
    quantity: order.quantity,
    ...(hasOpenAmount(option) ? { amount: readAmount(order.amount) ?? 0 } : {}),
    term: withAccount ? order.term : onlyOnce(offering, order),
    ...(option?.choosesPlace ? { positions: placesOf(option, order).map(({ id }) => id) } : {}),
    ...(offering.form && form ? { form: valuesOf(offering.form, form) } : {}),
  }
}

/** Without an account there is no one to invoice for the next term, so the term is "once" if the option allows it. */
function onlyOnce(offering: Offering, order: OrderDraft) {
  return chosen(offering, order)?.terms.includes('once') ? 'once' : order.term
}
