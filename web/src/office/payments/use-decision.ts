import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, type Body } from '../../api/client.ts'
import type { ApiFailure, ApiResult } from '../../api/result.ts'
import type { Value } from '../../api/client.ts'
import { useLocale } from '../../i18n/context.tsx'
import { useAct } from '../../forms/use-act.ts'
import { useTold } from '../../forms/use-told.ts'
import { toast } from '../../ui/toast-store.ts'
import { guarded } from '../kit/session/session-gate.ts'
import { paymentQuery } from './payment-queries.ts'
import { undoStore, undoUntil } from '../kit/act/undo-store.ts'
import { refresh } from '../kit/query/refresh.ts'

export type Verdict =
  | { kind: 'approved'; body: Body<'/api/admin/payment/{id}/approve', 'post'>; amount: number }
  | { kind: 'rejected'; body: Body<'/api/admin/payment/{id}/reject', 'post'>; amount: number }

type Decided = Value<'/api/admin/payment/{id}/approve', 'post'>

/** Sends a decision about a payment. `refused` is the error when a colleague was faster. */
export function useDecision(id: string) {
  const client = useQueryClient()
  const locale = useLocale()
  const [refused, setRefused] = useTold()
  const sentAt = useRef(0)
  const send = useAct(
    ({ verdict, of }: { verdict: Verdict; of: string }): Promise<ApiResult<Decided>> =>
      guarded<Decided>(() => {
        sentAt.current = Date.now()
        const params = { id: of }
        return verdict.kind === 'approved'
          ? api.post('/api/admin/payment/{id}/approve', { params, body: verdict.body })
          : api.post('/api/admin/payment/{id}/reject', { params, body: verdict.body })
      }),
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
        void refresh(client, 'money')
      },
      refused: (result) => {
        if (isDecided(result)) setRefused(result.body)
        else if (result?.status === 403) toast({ text: 'fault.forbidden', type: 'error' })
        else return result?.status === 401
        return true
      },
    },
  )
  /** True when the payment is decided now, by this or another decision; `of` may be another payment than the page's. */
  async function decide(verdict: Verdict, of = id): Promise<boolean> {
    setRefused()
    const result = await send.send({ verdict, of })
    if (isDecided(result)) {
      await refresh(client, 'payment')
      void refresh(client, 'money')
      return true
    }
    // A probably identical transfer arrived meanwhile: it is shown, and a reason is asked for.
    if (result?.status === 400 && result.body.code === 'despite-missing') await refresh(client, 'payment')
    return result?.status === 200
  }
  return { decide, pending: send.pending, refused }
}

/** A colleague was faster. */
function isDecided(result: ApiResult<unknown> | null): result is { status: 400; body: ApiFailure } {
  return result?.status === 400 && ['already-decided', 'illegal-transition'].includes(result.body.code)
}
