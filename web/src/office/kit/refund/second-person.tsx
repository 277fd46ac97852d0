import { useQuery } from '@tanstack/react-query'
import { api, type Body } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { money } from '../../../i18n/format.ts'
import { keyFor } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { approvalsOf, type Approval } from './refund-queries.ts'
import { useActOnce } from '../act/use-act-once.ts'

type Asked = NonNullable<Body<'/api/admin/refund-approval', 'post'>>

/** What a second person approves: amount, method, reason and remarks. */
export type SecondBody = Omit<Asked, 'kind' | 'id'>

/** The approval by a second person for a refund above the limit: its state, and the request. */
export function useSecond(of: Pick<Asked, 'kind' | 'id'>, onAsked?: () => void) {
  const approvals = useQuery(approvalsOf(`${of.kind}:${of.id}`)).data
  const limit = approvals?.limit ?? 0
  const waiting = approvals?.items?.[0]
  const ask = useActOnce(
    (body: SecondBody, idempotencyKey) =>
      api.post('/api/admin/refund-approval', { body: { ...of, ...body }, idempotencyKey }),
    () => {
      toast({ text: 'office.refund-asked' })
      onAsked?.()
    },
    'money',
  )
  /** Whether exactly this refund was approved by someone else. */
  const covers = (body: Partial<SecondBody>) =>
    usable(waiting) &&
    waiting.amount === body.amount &&
    waiting.method === body.method &&
    waiting.reason === body.reason &&
    (waiting.note ?? '') === (body.note ?? '').trim()
  return { ask, covers, waiting, limit }
}

const usable = (one?: Approval): one is Approval => !!one && one.approved && !one.ended && !one.byMe

type StateProps = {
  second: ReturnType<typeof useSecond>
  asks: boolean
  /** Fills the form with the approved values. */
  onTake: (approved: Approval) => void
}

/** Says whether a second person is needed, was asked, has approved, or that the approval has ended. */
export function SecondState({ second, asks, onTake }: StateProps) {
  const t = useT()
  const { waiting, limit } = second
  const large = asks && <Notice kind="warning">{t('office.refund-large', { limit: money(limit, true) })}</Notice>
  if (!waiting) return large
  if (waiting.ended)
    return (
      <>
        <Notice kind="warning">{t(`office.refund-ended-${waiting.ended}`, { who: waiting.decidedBy ?? '' })}</Notice>
        {large}
      </>
    )
  return (
    <>
      <Notice kind={waiting.approved ? 'success' : 'info'}>
        {t(waiting.approved ? 'office.refund-is-approved' : 'office.refund-waits', {
          amount: money(waiting.amount),
          how: t(waiting.method === 1 ? 'office.refund-cash' : 'office.refund-transfer'),
          who: (waiting.approved ? waiting.decidedBy : waiting.askedBy) ?? '',
          why: [t(keyFor('office.refund-reason-', waiting.reason)), waiting.note].filter(Boolean).join(': '),
        })}
        {usable(waiting) && (
          <span className="mt-2 block">
            <Button onClick={() => onTake(waiting)}>{t('office.refund-take')}</Button>
          </span>
        )}
      </Notice>
      {waiting.approved && large}
    </>
  )
}
