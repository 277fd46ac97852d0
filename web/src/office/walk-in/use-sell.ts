import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { sentAs } from '../../api/attempt.ts'
import { api, type Value } from '../../api/client.ts'
import { fieldErrors, type ApiResult, type FieldError } from '../../api/result.ts'
import { toastFailure } from '../../forms/use-api.ts'
import { whyRefused, type Told } from '../../forms/refusal.ts'
import { refresh } from '../kit/query/refresh.ts'
import { useSendOnce } from '../kit/act/send-once.ts'
import { guarded } from '../kit/session/session-gate.ts'
import { undoUntil } from '../kit/act/undo-store.ts'
import type { wishOf } from './draft.ts'
import { forgetWalkIn, rememberCash } from './draft-memory.ts'
import type { DraftHandle } from './use-draft.ts'

const cartChanged = 44062

export type Sold = Value<'/api/admin/walk-in', 'post'>

/** An order of the counter as it is sent. */
export type Body = {
  locale: 'en' | 'zh'
  payer: { name?: string; chineseName?: string; mobile?: string; email?: string }
  userId?: string
  items: ReturnType<typeof wishOf>[]
  paymentAmount: number
  method: 1 | 2001
  amountReceived?: number
}

/** Why an order was refused: the sentence, its code, and the fields that are wrong. */
export type Refused = { told: Told; code: string; problems: readonly FieldError[] }

/** Sells what is being entered, once: its key stays with the draft, so that it outlives a reload. Sold, it is forgotten. */
export function useSell(
  { draft, change }: Pick<DraftHandle, 'draft' | 'change'>,
  onSold: (sold: Sold, sent: Body) => void,
  onRefused: (refused: Refused) => void,
) {
  const client = useQueryClient()
  const sentAt = useRef(0)
  const sale = useSendOnce((body: Body) => {
    const sent = sentAs(draft.sent, body)
    change((now) => ({ ...now, sent }))
    sentAt.current ||= Date.now()
    return guarded(() => api.post('/api/admin/walk-in', { body, idempotencyKey: sent.key }))
  }, finish)
  function finish(result: ApiResult<Sold>, sent: Body) {
    if (result.status === 200) {
      const { invoice, change: back } = result.value
      if (sent.amountReceived !== undefined)
        rememberCash({
          invoiceId: invoice.id,
          given: sent.amountReceived,
          change: back ?? 0,
          undoable: undoUntil(sentAt.current),
        })
      forgetWalkIn()
      void refresh(client, 'money', 'places')
      return onSold(result.value, sent)
    }
    if ('body' in result && (result.status === 400 || result.body.type === cartChanged)) {
      void refresh(client, 'places')
      const told: Told = result.body.type === cartChanged ? { key: 'walkin.price-changed' } : whyRefused(result.body)
      return onRefused({ told, code: result.body.code, problems: fieldErrors(result) })
    }
    if (result.status !== 401) toastFailure(result)
  }
  return {
    ...sale,
    send(body: Body) {
      sentAt.current = 0
      return sale.send(body)
    },
  }
}
