import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, type Body } from '../../api/client.ts'
import type { ApiResult, Refusal } from '../../api/result.ts'
import type { Value } from '../../api/client.ts'
import { useLocale } from '../../i18n/context.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { paymentQuery } from './payment-queries.ts'
import { undoStore, undoUntil } from '../kit/act/undo-store.ts'

export type Verdict =
  | { kind: 'approved'; body: Body<'/api/admin/payment/{id}/approve', 'post'>; amount: number }
  | { kind: 'rejected'; body: Body<'/api/admin/payment/{id}/reject', 'post'>; amount: number }

type Decided = Value<'/api/admin/payment/{id}/approve', 'post'>

/**
 * Sends verdicts on payments. `onDecided`: the payment has a decision now, this one or another's, who was quicker. A page
 * without a place for what was refused leaves it to a toast.
 */
export function useDecision(on: { onDecided?: (verdict: Verdict) => void; toast?: boolean }) {
  const client = useQueryClient()
  const locale = useLocale()
  const sentAt = useRef(0)
  const act = useActOnce(
    ({ verdict, of }: { verdict: Verdict; of: string }, idempotencyKey): Promise<ApiResult<Decided>> => {
      sentAt.current ||= Date.now()
      const call = { params: { id: of }, idempotencyKey }
      return verdict.kind === 'approved'
        ? api.post('/api/admin/payment/{id}/approve', { ...call, body: verdict.body })
        : api.post('/api/admin/payment/{id}/reject', { ...call, body: verdict.body })
    },
    {
      done: ({ payment }, { verdict, of }) => {
        undoStore.add({
          paymentId: of,
          invoiceNumber: payment.invoiceNumber,
          payer: payment.payer,
          payerChinese: payment.payerChinese,
          receipt: payment.invoice.officialReceipt?.number,
          kind: verdict.kind,
          amount: verdict.amount,
          until: undoUntil(sentAt.current),
        })
        client.setQueryData(paymentQuery(of, locale).queryKey, payment)
        on.onDecided?.(verdict)
      },
      refused: (result, { verdict }) => {
        if (isDecided(result)) on.onDecided?.(verdict)
        return false
      },
      toast: on.toast,
    },
  )
  const decide = (verdict: Verdict, of: string) => {
    sentAt.current = 0
    void act.send({ verdict, of })
  }
  return { ...act, decide }
}

/** A colleague was faster. */
function isDecided(result: Refusal): boolean {
  return result.status === 400 && ['already-decided', 'illegal-transition'].includes(result.body.code)
}
