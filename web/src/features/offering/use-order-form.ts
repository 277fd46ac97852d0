import type { ApiResult } from '../../api/result.ts'
import type { FormDraft } from '../../domain/form/draft.ts'
import { checkOrder, chosen, type OrderDraft } from '../../domain/order.ts'
import { useForm } from '../../forms/use-form.ts'
import { useProblems } from '../../forms/use-problems.ts'
import { explainOrder, orderControl } from './order-problems.ts'
import type { Offering } from './use-order.ts'

type Sending = { send: () => Promise<ApiResult<unknown> | null>; done: () => unknown }

/** Validates an order and sends it to the cart. Server errors that fit no control are shown only in the summary. */
export function useOrderForm(offering: Offering, order: OrderDraft, answers: FormDraft, { send, done }: Sending) {
  const { check, placed } = useProblems(offering.form ?? undefined, answers)
  const form = useForm({
    read: () => undefined,
    check: () => [
      ...checkOrder(offering, order).map(explainOrder),
      ...check({ now: Date.now(), nameCapacity: chosen(offering, order)?.nameCapacity }),
    ],
    send,
    done,
    place: (error) => {
      const [, path, own = ''] = /^items\[0\]\.(?:form\.?(.*)|(.+))$/.exec(error.field) ?? []
      return (path && placed({ ...error, path })) || { ...error, id: orderControl(own) }
    },
    unexpected: (result) => [result && 'body' in result ? result.body : { key: 'offering.not-sent', server: true }],
  })
  const edit = (control: string) =>
    form.changed((id) => id !== undefined && (control === id || control.startsWith(`${id}-`)))
  return { ...form, edit }
}
