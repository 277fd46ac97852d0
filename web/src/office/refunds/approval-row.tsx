import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Approval } from '../kit/refund/refund-queries.ts'
import { RefundOf } from './refund-of.tsx'

/** A refund above the limit: who asks, and buttons to decide for any other user. */
export function ApprovalRow({ approval }: { approval: Approval }) {
  const t = useT()
  const locale = useLocale()
  const { id, order, amount, method, mine, approved } = approval
  const decide = useActOnce(
    (body: { approve: boolean }, idempotencyKey) =>
      api.post('/api/admin/refund-approval/{id}/decide', { params: { id }, body, idempotencyKey }),
    (_, { approve }) =>
      toast({ text: approve ? 'refunds.approved' : 'refunds.refused', params: { amount: money(amount) } }),
    'money',
  )
  const withdraw = useActOnce(
    (_: object, idempotencyKey) =>
      api.post('/api/admin/refund-approval/{id}/withdraw', { params: { id }, idempotencyKey }),
    () => toast({ text: 'refunds.withdrawn' }),
    'money',
  )
  return (
    <li className="card flex flex-wrap items-center gap-x-6 gap-y-3 p-5">
      <div className="min-w-0 flex-1 basis-64">
        <RefundOf order={order} late={approval.subject.replace(':', '-')} />
        <p>
          {t(method === 1 ? 'office.refund-cash' : 'office.refund-transfer')} ·{' '}
          {t(keyFor('office.refund-reason-', approval.reason))}
          {approval.note && `: ${approval.note}`}
        </p>
        <p className="text-sm text-ink-2">
          {t('refunds.asked-by', { who: approval.askedBy, when: dateTime(locale, approval.askedAt) })}
          {approved && !approval.ended && ` ${t('refunds.approved-by', { who: approval.decidedBy ?? '' })}`}
        </p>
      </div>
      <p className="text-2xl font-bold tabular-nums">{money(amount)}</p>
      <div className="flex flex-wrap gap-2">
        {!mine && !approved && (
          <>
            <Button kind="primary" pending={decide.pending} onClick={() => void decide.send({ approve: true })}>
              {t('office.approve-short')}
            </Button>
            <Button kind="danger" pending={decide.pending} onClick={() => void decide.send({ approve: false })}>
              {t('refunds.refuse')}
            </Button>
          </>
        )}
        {(mine || approved) && (
          <Button pending={withdraw.pending} onClick={() => void withdraw.send({})}>
            {t('refunds.withdraw')}
          </Button>
        )}
      </div>
      {approval.ended && (
        <p className="basis-full text-sm text-ink-2">
          {t(`office.refund-ended-${approval.ended}`, { who: approval.decidedBy ?? '' })}
        </p>
      )}
      {mine && !approved && <p className="basis-full text-sm text-ink-2">{t('refunds.mine')}</p>}
      <div className="basis-full empty:hidden">
        <ActState act={decide} />
        <ActState act={withdraw} />
      </div>
    </li>
  )
}
