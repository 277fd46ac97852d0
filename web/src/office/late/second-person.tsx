import { useQuery } from '@tanstack/react-query'
import { api, type Body } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { approvalsQuery } from '../kit/refund-queries.ts'
import { useAct } from '../kit/use-act.ts'
import type { Late } from './late-queries.ts'

/** What a second person is asked for: how much goes back, how and why. */
export type SecondBody = Pick<NonNullable<Body<'/api/admin/refund-approval', 'post'>>, 'method' | 'amount' | 'reason'>

/** Late money above the limit: who was asked, and the question to a second person. */
export function useSecond(late: Late) {
  const approvals = useQuery(approvalsQuery()).data
  const limit = approvals?.limit ?? 0
  // What came in above what was due goes back for its order.
  const of =
    late.kind === 'excess' ? { kind: 'invoice' as const, id: late.invoiceId ?? '' } : { kind: late.kind, id: late.id }
  const waiting = approvals?.items?.find(({ subject }) => subject === `${of.kind}:${of.id}`)
  const ask = useAct(
    (body: SecondBody, idempotencyKey) =>
      api.post('/api/admin/refund-approval', { body: { ...of, ...body }, idempotencyKey }),
    () => toast({ text: 'orders.refund-asked' }),
  )
  const asks = (amount: number | null, method: number | undefined, refused: boolean) => {
    const large = amount !== null && limit > 0 && (refused || amount > limit)
    const covered = waiting?.approved && !waiting.byMe && waiting.amount === amount && waiting.method === method
    return large && !covered
  }
  return { ask, asks, waiting, limit }
}

/** Says that a second person is needed, was asked, or has approved. */
export function SecondState({ second, asks }: { second: ReturnType<typeof useSecond>; asks: boolean }) {
  const t = useT()
  const { waiting, limit } = second
  if (waiting)
    return (
      <Notice kind={waiting.approved ? 'success' : 'info'}>
        {t(waiting.approved ? 'orders.refund-is-approved' : 'orders.refund-waits', {
          amount: money(waiting.amount),
          how: t(waiting.method === 1 ? 'orders.refund-cash' : 'orders.refund-transfer'),
          who: (waiting.approved ? waiting.decidedBy : waiting.askedBy) ?? '',
        })}
      </Notice>
    )
  return asks ? <Notice kind="warning">{t('orders.refund-large', { limit: money(limit, true) })}</Notice> : null
}
