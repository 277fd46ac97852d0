import { useCallback, useMemo, useState } from 'react'
import { fieldErrors, type ApiResult } from '../api/result.ts'
import { explain } from '../features/form/problems.ts'
import type { FormDraft } from '../features/form/draft.ts'
import { valuesOf } from '../features/form/draft.ts'
import { validate } from '../features/form/validate.ts'
import { explainOrder, orderControl } from '../features/offering/order-problems.ts'
import { checkOrder, chosen, type OrderDraft } from '../features/offering/order.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import type { Offering } from './use-order.ts'

/** `server`: only the server knows whether it is still wrong, so it stays until the place is changed. */
type Wrong = { id?: string; text: string; summary: string; server?: boolean }

/** What is wrong with an order: checked when it is sent, and again when a place that was wrong has been left. */
export function useOrderCheck(offering: Offering, order: OrderDraft, answers: FormDraft) {
  const t = useT()
  const locale = useLocale()
  const [wrong, setWrong] = useState<readonly Wrong[]>([])
  const [refusals, setRefusals] = useState(0)

  const look = useCallback((): Wrong[] => {
    const found: Wrong[] = checkOrder(offering, order).map((problem) => explainOrder(problem, t))
    if (offering.form) {
      const check = { now: Date.now(), nameCapacity: chosen(offering, order)?.nameCapacity }
      for (const problem of validate(offering.form, valuesOf(offering.form, answers), check)) {
        const error = explain(offering.form, answers, problem, t, locale)
        if (error) found.push(error)
      }
    }
    return found
  }, [answers, locale, offering, order, t])

  const refuse = useCallback((found: readonly Wrong[]) => {
    setWrong(found)
    setRefusals((count) => count + 1)
  }, [])

  /** True when the order may be sent. */
  const passes = useCallback(() => {
    const found = look()
    if (found.length === 0) setWrong([])
    else refuse(found)
    return found.length === 0
  }, [look, refuse])

  /** Puts the server's refusal where it belongs; what it says of no place on the page stands in the summary alone. */
  const refused = useCallback(
    (result: ApiResult<unknown> | null) => {
      const found = fieldErrors(result).map(({ field, code, title }): Wrong => {
        const [, path = '', own = ''] = /^items\[0\]\.(?:form\.?(.*)|(.+))$/.exec(field) ?? []
        const error =
          path && offering.form ? explain(offering.form, answers, { path, code, title }, t, locale) : undefined
        return { ...(error ?? { id: orderControl(own), text: title, summary: title }), server: true }
      })
      if (found.length > 0) return refuse(found)
      const text = result && 'body' in result ? result.body.title : t('offering.not-sent')
      refuse([{ text, summary: text, server: true }])
    },
    [answers, locale, offering, refuse, t],
  )

  /** A place has been left: what is right now loses its words, nothing new turns red. */
  const leave = useCallback(() => {
    if (wrong.length === 0) return
    const now = new Map(look().map((error) => [error.id, error]))
    setWrong(wrong.flatMap((error) => (error.server ? error : (now.get(error.id) ?? []))))
  }, [look, wrong])

  const edit = useCallback(
    (control: string) => {
      const touched = (error: Wrong) =>
        error.server && error.id !== undefined && (control === error.id || control.startsWith(`${error.id}-`))
      if (wrong.some(touched)) setWrong(wrong.filter((error) => !touched(error)))
    },
    [wrong],
  )

  const errors = useMemo(() => new Map(wrong.flatMap(({ id, text }) => (id ? [[id, text] as const] : []))), [wrong])
  const summary = useMemo(() => wrong.map(({ id, summary: said }) => ({ id, text: said })), [wrong])
  return { passes, refused, leave, edit, errors, summary, refusals }
}
