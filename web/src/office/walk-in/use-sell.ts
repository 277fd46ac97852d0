import { useRef } from 'react'
import { sentAs } from '../../api/attempt.ts'
import { api, type Value } from '../../api/client.ts'
import { fieldErrors, type FieldError } from '../../api/result.ts'
import type { Told } from '../../forms/refusal.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { whyNot } from '../kit/act/why-not.ts'
import { undoUntil } from '../kit/act/undo-store.ts'
import type { wishOf } from './draft.ts'
import { forgetWalkIn, rememberCash } from './draft-memory.ts'
import type { DraftHandle } from './use-draft.ts'

const cartChanged = 44062

export type Sold = Value<'/api/admin/walk-in', 'post'>

/** The request body of a counter order. */
export type Body = {
  locale: 'en' | 'zh'
  payer: { name?: string; chineseName?: string; mobile?: string; email?: string }
  userId?: string
  items: ReturnType<typeof wishOf>[]
  paymentAmount: number
  method: 1 | 2001
  amountReceived?: number
}

/** Why an order was refused: message, code, and field errors. */
export type SaleRefused = { told: Told; code: string; problems: readonly FieldError[] }

/**
 * Creates the order once: its key is stored with the draft, so that it survives a reload. After success the draft is
 * deleted.
 */
export function useSell(
  { draft, change }: Pick<DraftHandle, 'draft' | 'change'>,
  onSold: (sold: Sold, sent: Body) => void,
  onRefused: (refused: SaleRefused) => void,
) {
  const sentAt = useRef(0)
  const sale = useActOnce(
    (body: Body) => {
      const sent = sentAs(draft.sent, body)
      change((now) => ({ ...now, sent }))
      sentAt.current ||= Date.now()
      return api.post('/api/admin/walk-in', { body, idempotencyKey: sent.key })
    },
    {
      done: (sold, sent) => {
        const { invoice, change: back } = sold
        if (sent.amountReceived !== undefined)
          rememberCash({
            invoiceId: invoice.id,
            given: sent.amountReceived,
            change: back ?? 0,
            undoable: undoUntil(sentAt.current),
          })
        forgetWalkIn()
        onSold(sold, sent)
      },
      refused: (result) => {
        const body = 'body' in result ? result.body : undefined
        const told: Told = body?.type === cartChanged ? { key: 'walk-in.price-changed' } : whyNot(result)
        onRefused({ told, code: body?.code ?? '', problems: fieldErrors(result) })
        return true
      },
    },
    'money',
    'places',
  )
  return {
    ...sale,
    send(body: Body) {
      sentAt.current = 0
      return sale.send(body)
    },
  }
}
