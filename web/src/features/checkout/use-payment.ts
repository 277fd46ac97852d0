import { api, type Body } from '../../api/client.ts'
import { fieldErrors, type Refusal } from '../../api/result.ts'
import { failureSolved, tellCartChanged, tellFailure } from '../../forms/failure-store.ts'
import { isOnPage } from '../../forms/refusal.ts'
import { useForm } from '../../forms/use-form.ts'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { usePage } from '../../site/router/payload.tsx'
import { useSession } from '../../site/session/session.tsx'
import { outcomeOf } from './outcome.ts'
import { checkTransfer, saidOf, transferControl, type Transfer } from './transfer.ts'
import { useLoginDetour } from './use-login-detour.ts'

type Way = 'cash' | 'pay-now'
type PaymentBody = Body<'/api/payment/new/pay-now' | '/api/renewal/pay-now', 'post'>
type Wish = { way: Way; body: Partial<PaymentBody>; transfer?: Transfer }

type Options = {
  /** The amount due, in cents. */
  amount: number
  /** The order to be paid, instead of the cart. */
  invoiceId?: string
  /** The ticket of the link that opened the order without a login. */
  ticket?: string
  /** Called before the payment is sent. */
  onBegin?: () => void
  /** Called when the server has accepted the payment. */
  onPaid?: () => void
}

/** Sends the payment, and goes where the answer requires: to the order, back to the cart, to the login, or nowhere. */
export function usePayment({ amount, invoiceId, ticket, onBegin, onPaid }: Options) {
  const session = useSession()
  const navigate = useNavigate()
  const href = useHref()
  const detour = useLoginDetour()
  const { reload } = usePage()
  const place = invoiceId ?? 'cart'
  const toCart = async () => {
    await session.refresh()
    await navigate(href('cart'))
  }
  const form = useForm({
    check: ({ transfer }: Wish) => (transfer ? checkTransfer(transfer, Date.now()) : []),
    send: ({ way, body }, keyFor) => {
      onBegin?.()
      const whole = {
        ...body,
        paymentAmount: amount,
        currency: 'SGD' as const,
        ...(ticket ? { ticket } : { invoiceId }),
      }
      return api.post(ticket ? `/api/renewal/${way}` : `/api/payment/new/${way}`, {
        body: whole,
        idempotencyKey: keyFor({ way, body: whole }),
      })
    },
    done: async (paid) => {
      failureSolved()
      onPaid?.()
      await session.refresh()
      if (invoiceId || !('invoice' in paid)) return reload()
      return navigate(href('transaction-status', undefined, { query: { id: paid.invoice.id } }))
    },
    refused: (result) => {
      if (outcomeOf(result) !== 'refused') {
        void follow(result)
        return []
      }
      // A ticket ends when its order is paid, perhaps by another person just now: the page then redirects.
      if (invoiceId && result.status === 400 && result.body.code === 'ticket-invalid') {
        void reload()
        return []
      }
      const fields = fieldErrors(result).map((error) => ({ ...error, id: transferControl(error.field) }))
      const here = fields.filter(isOnPage)
      if (here.length === 0 || here.length < fields.length) tellFailure(result, place)
      return here
    },
    unexpected: () => {
      // After a lost answer, pressing again reuses the same key.
      tellFailure(null, place)
      return []
    },
  })

  async function follow(result: Refusal) {
    switch (outcomeOf(result)) {
      case 'cart-changed':
        await session.refresh()
        tellCartChanged()
        return navigate(href('cart'))
      case 'kept': // the cart's page shows it
        failureSolved()
        return toCart()
      case 'cart-gone':
        tellFailure(result, place)
        return toCart()
      case 'login':
        return detour()
      default:
        return tellFailure(result, place)
    }
  }

  const pay = (way: Way, body: Partial<PaymentBody> = {}) => void form.submit({ way, body })
  /** Sends the declared values of a transfer. `payer` is the default for the name on the bank account. */
  const send = (transfer: Transfer, payer?: string) =>
    void form.submit({ way: 'pay-now', body: { fileId: transfer.fileId, ...saidOf(transfer, payer) }, transfer })
  return { ...form, pay, send }
}
