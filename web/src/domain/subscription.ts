import type { MessageKey } from '../i18n/messages.ts'
import type { components } from '../api/schema'

type Schemas = components['schemas']

/** A subscription. Amounts in cents, times in RFC 3339. */
export type Subscription = Schemas['SubscriptionView']
/** A subscription with its terms, and the form for its names with the values stored on the server. */
export type SubscriptionDetail = Schemas['SubscriptionDetail']
export type Term = Schemas['SubscriptionTerm']
export type State = Subscription['state']

/** What the link for a renewal opens. */
export type Renewal = Schemas['CheckoutRenewalView']

/** Codes of the contract. */
export const status = { active: 1, completed: 2, cancelled: 3 } as const

/** The message that describes a subscription's state; an active one says what comes next. */
export function sentenceOf({ state, invoiceAt, canRenew }: Subscription): MessageKey {
  if (state !== 'running') return `subscription.say-${state}`
  if (invoiceAt) return 'subscription.say-running'
  return canRenew ? 'subscription.say-running-plain' : 'subscription.say-running-paid'
}

/** What the main button does now; undefined when there is nothing to do. */
export function actionOf({
  state,
  canRenew,
}: Subscription): 'pay-next' | 'look-at-payment' | 'renew-early' | undefined {
  if (state === 'checking' || state === 'rejected') return 'look-at-payment'
  if (!canRenew) return undefined
  return state === 'running' ? 'renew-early' : 'pay-next'
}

/** The message for a term's payment state: when it was paid, or why it is open. */
export function termWords({ paidAt, status: of }: Term): MessageKey {
  if (paidAt && of !== 'refunded') return 'subscription.term-paid'
  return of === 'awaiting-payment' || of === 'rejected' || of === 'paid'
    ? 'subscription.term-open'
    : `subscription.term-${of}`
}
