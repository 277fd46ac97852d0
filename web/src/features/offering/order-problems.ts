import { money } from '../../i18n/format.ts'
import { keyFor, type Translate, type MessageKey } from '../../i18n/messages.ts'
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

/** The id of the control for a part of the order, and what is wrong with it in words. */
export function explainOrder(
  { field, code, params = {} }: OrderProblem,
  t: Translate,
): { id: string; text: string; summary: string } {
  const { min = 0, max = 0 } = params
  const limits = field === 'amount' ? { min: money(min, true), max: money(max, true) } : { min, max }
  const text = t(messages[`${field} ${code}`] ?? keyFor('fault.', code), limits)
  return { id: `order-${field}`, text, summary: text }
}

/** The control that a refused field of the sent item belongs to; undefined when the page has none. */
export function orderControl(field: string): string | undefined {
  if (field.startsWith('positions')) return 'order-place'
  const [, name = ''] = /^(option|amount|term|quantity)(?:Id)?$/.exec(field) ?? []
  return name ? `order-${name}` : undefined
}
