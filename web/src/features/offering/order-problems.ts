import { money } from '../../i18n/format.ts'
import { keyFor, type MessageKey } from '../../i18n/messages.ts'
import type { Wrong } from '../../forms/refusal.ts'
import type { OrderProblem } from '../../domain/order.ts'

const messages: Record<string, MessageKey> = {
  'option not-a-choice': 'offering.option-needed',
  'option item-sold-out': 'offering.sold-out-now',
  'amount required': 'offering.amount-needed',
  'amount invalid-value': 'offering.amount-invalid',
  'amount amount-too-small': 'offering.amount-too-small',
  'amount amount-too-large': 'offering.amount-too-large',
  'term not-a-choice': 'offering.option-needed',
  'quantity quantity-range': 'offering.quantity-range',
}

/** The error text of an invalid choice, with its control. */
export function explainOrder({ field, code, params = {} }: OrderProblem): Wrong {
  const { min = 0, max = 0 } = params
  const limits = field === 'amount' ? { min: money(min, true), max: money(max, true) } : { min, max }
  return { id: `order-${field}`, key: messages[`${field} ${code}`] ?? keyFor('fault.', code), vars: limits }
}

/** The control for a field of the sent item that the server refused; undefined if the page has none. */
export function orderControl(field: string): string | undefined {
  if (field.startsWith('positions')) return 'order-place'
  const [, name = ''] = /^(option|amount|term|quantity)(?:Id)?$/.exec(field) ?? []
  return name ? `order-${name}` : undefined
}
