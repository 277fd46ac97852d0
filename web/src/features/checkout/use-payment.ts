import { useState } from 'react'
import { newAttempt } from '../../api/attempt.ts'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { failureSolved, tellCartChanged, tellFailure, type FailurePlace } from '../../forms/failure-store.ts'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { useSession } from '../../site/session/session.tsx'
import { useApi } from '../../forms/use-api.ts'
import { useErrors } from '../../forms/use-errors.ts'
import type { SummaryError } from '../../ui/error-summary.tsx'
import { outcomeOf } from './outcome.ts'
import { refusedFields } from './refused-fields.ts'
import { useLoginDetour } from './use-login-detour.ts'

/** Body of both payment calls; amounts in cents. */
export type PaymentBody = {
  paymentAmount: number
  currency: 'SGD'
  invoiceId?: string
  /** In the place of a login and the invoice's id. */
  ticket?: string
  transactionDateTime?: string
  fileId?: string
  declaredAmount?: number
  declaredPayer?: string
}

export type Payment = {
  pay: (way: 'cash' | 'pay-now', body: PaymentBody) => Promise<void>
  pending: boolean
  /** Fields of the last refusal, beside their controls. */
  errors: readonly SummaryError[]
  /** Counts the refusals, for the error summary to take the focus. */
  refusals: number
}

type Wish = { way: 'cash' | 'pay-now'; body: PaymentBody }

type Options = {
  /** Where a refusal has to be dealt with. */
  place?: FailurePlace
  /** The payment is about to be sent. */
  onBegin?: () => void
  /** The server has taken the payment. */
  onPaid?: () => void
  /** Shows the order anew, where the page is the order's own. */
  reload?: () => Promise<void>
}

/** Pays, and takes the person where the answer says: to the order, back to the cart, to the login, or nowhere. */
export function usePayment({ place = 'cart', onBegin, onPaid, reload }: Options = {}): Payment {
  const session = useSession()
  const navigate = useNavigate()
  const href = useHref()
  const detour = useLoginDetour()
  const [attempt] = useState(() => newAttempt())
  const [errors, setErrors] = useErrors()
  const [refusals, setRefusals] = useState(0)
  const call = useApi(({ way, body }: Wish) =>
    api.post(body.ticket ? `/api/renewal/${way}` : `/api/payment/new/${way}`, {
      body,
      idempotencyKey: attempt.keyFor({ way, body }),
    }),
  )

  async function pay(way: Wish['way'], body: PaymentBody) {
    if (call.pending) return
    setErrors([])
    onBegin?.()
    const result = await call.run({ way, body })
    // Without an answer the same press again is the same attempt.
    if (!result) return tellFailure(null, place)
    switch (outcomeOf(result)) {
      case 'paid': {
        attempt.done()
        failureSolved()
        onPaid?.()
        await session.refresh()
        if (reload) return reload()
        const { invoice } = (result as { value: { invoice: { id: string } } }).value
        return navigate(href('transaction-status', undefined, { query: { id: invoice.id } }))
      }
      case 'cart-changed':
        await session.refresh()
        tellCartChanged()
        return navigate(href('cart'))
      case 'kept': // the cart's page says so
        attempt.done()
        failureSolved()
        await session.refresh()
        return navigate(href('cart'))
      case 'cart-gone':
        tellFailure(result, place)
        await session.refresh()
        return navigate(href('cart'))
      case 'login':
        return detour()
      case 'refused':
        // A ticket ends when its order is paid, as by somebody else a moment ago: the page then leads on.
        if (result?.status === 400 && result.body.code === 'ticket-invalid' && reload) return reload()
        setErrors(refusedFields(fieldErrors(result)))
        setRefusals((count) => count + 1)
        return tellFailure(result, place)
      default:
        return tellFailure(result, place)
    }
  }
  return { pay, pending: call.pending, errors, refusals }
}
