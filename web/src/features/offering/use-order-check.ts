import { useCallback } from 'react'
import { fieldErrors, type ApiResult } from '../../api/result.ts'
import type { FormDraft } from '../../domain/form/draft.ts'
import { valuesOf } from '../../domain/form/draft.ts'
import { plainly, refusal, useWrong, wrongIn, type Wrong } from '../../forms/use-wrong.ts'
import { validate } from '../../domain/form/validate.ts'
import { explainOrder, orderControl } from './order-problems.ts'
import { checkOrder, chosen, type OrderDraft } from '../../domain/order.ts'
import type { Offering } from './use-order.ts'

/** What is wrong with an order: checked when it is sent, and again when a place that was wrong has been left. */
export function useOrderCheck(offering: Offering, order: OrderDraft, answers: FormDraft) {
  const { wrong, setWrong, refuse, errors, summary, t, locale } = useWrong()

  const look = useCallback((): Wrong[] => {
    const found = checkOrder(offering, order).map((problem): Wrong => {
      const { id } = explainOrder(problem, t)
      return { id, say: (say) => explainOrder(problem, say) }
    })
    if (offering.form) {
      const check = { now: Date.now(), nameCapacity: chosen(offering, order)?.nameCapacity }
      for (const problem of validate(offering.form, valuesOf(offering.form, answers), check)) {
        const error = wrongIn(offering.form, answers, problem, t, locale)
        if (error) found.push(error)
      }
    }
    return found
  }, [answers, locale, offering, order, t])

  /** True when the order may be sent. */
  const passes = useCallback(() => {
    const found = look()
    if (found.length === 0) setWrong([])
    else refuse(found)
    return found.length === 0
  }, [look, refuse, setWrong])

  /** Puts the server's refusal where it belongs; what it says of no place on the page stands in the summary alone. */
  const refused = useCallback(
    (result: ApiResult<unknown> | null) => {
      const found = fieldErrors(result).map((error): Wrong => {
        const [, path = '', own = ''] = /^items\[0\]\.(?:form\.?(.*)|(.+))$/.exec(error.field) ?? []
        const problem = { ...error, path, toldIn: locale }
        const placed = path && offering.form ? wrongIn(offering.form, answers, problem, t, locale, true) : undefined
        return placed ?? refusal(error, locale, orderControl(own))
      })
      if (found.length > 0) return refuse(found)
      if (result && 'body' in result) return refuse([refusal(result.body, locale)])
      refuse([plainly((say) => say('offering.not-sent'), undefined, true)])
    },
    [answers, locale, offering, refuse, t],
  )

  /** A place has been left: what is right now loses its words, nothing new turns red. */
  const leave = useCallback(() => {
    if (wrong.length === 0) return
    const now = new Map(look().map((error) => [error.id, error]))
    setWrong(wrong.flatMap((error) => (error.server ? error : (now.get(error.id) ?? []))))
  }, [look, setWrong, wrong])

  const edit = useCallback(
    (control: string) => {
      const touched = (error: Wrong) =>
        error.server && error.id !== undefined && (control === error.id || control.startsWith(`${error.id}-`))
      if (wrong.some(touched)) setWrong(wrong.filter((error) => !touched(error)))
    },
    [setWrong, wrong],
  )

  return { passes, refused, leave, edit, errors, summary }
}
