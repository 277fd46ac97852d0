import type { FieldError } from '../../api/result.ts'
import { valuesOf } from '../../domain/form/draft.ts'
import { wrongIn } from '../../forms/problems.ts'
import type { Wrong } from '../../forms/refusal.ts'
import { validate } from '../../domain/form/validate.ts'
import { explainOrder, orderControl } from '../../features/offering/order-problems.ts'
import { checkOrder, chosen } from '../../domain/order.ts'
import type { Locale, Translate } from '../../i18n/messages.ts'
import type { Draft } from './draft.ts'
import type { Line } from './use-offerings.ts'

/** Validates a line, as far as the browser can. */
export function checkLine(line: Line, withAccount: boolean, now: number, t: Translate, locale: Locale): Wrong[] {
  const { item, offering } = line
  const option = chosen(offering, item.order)
  const found: Wrong[] = checkOrder(offering, item.order).map(explainOrder)
  if (!withAccount && option && !option.terms.includes('once'))
    found.push({ id: 'order-term', key: 'fault.term-needs-account' })
  if (offering.form && item.form) {
    const check = { now, nameCapacity: option?.nameCapacity }
    for (const problem of validate(offering.form, valuesOf(offering.form, item.form), check)) {
      const error = wrongIn(offering.form, item.form, problem, t, locale)
      if (error) found.push(error)
    }
  }
  return found
}

const itemPath = /^items\[(\d+)\]\.?(.*)$/

/** The server's errors for the line at an index of the order, at their fields. */
export function refusedLine(
  problems: readonly FieldError[],
  at: number,
  line: Line,
  t: Translate,
  locale: Locale,
): Wrong[] {
  const { form } = line.offering
  return problems.flatMap(({ field, code, title }) => {
    const [, place, rest = ''] = itemPath.exec(field) ?? []
    if (Number(place) !== at) return []
    const [, path] = /^form\.?(.*)$/.exec(rest) ?? []
    const error =
      path && form && line.item.form ? wrongIn(form, line.item.form, { path, code, title }, t, locale) : undefined
    return error ?? { id: orderControl(rest), code, title }
  })
}

/** The first line that the server refused; undefined if none. */
export function refusedItem(problems: readonly FieldError[], draft: Draft): number | undefined {
  const places = problems.flatMap(({ field }) => itemPath.exec(field)?.[1] ?? []).map(Number)
  return draft.items[Math.min(...places)]?.id
}

/** The errors of the payer's fields. */
export function payerErrors(problems: readonly FieldError[]): Map<string, string> {
  return new Map(
    problems.flatMap(({ field, title }) => {
      const [, name] = /^payer\.(.+)$/.exec(field) ?? (field === 'userId' ? [field, 'account'] : [])
      return name ? [[name, title] as const] : []
    }),
  )
}

/** The screen on which a refused value can be corrected. */
export function stepOf(problems: readonly FieldError[]): 'names' | 'payer' | 'pay' {
  if (problems.some(({ field }) => itemPath.test(field))) return 'names'
  return payerErrors(problems).size > 0 ? 'payer' : 'pay'
}
