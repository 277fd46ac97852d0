import { keyFor } from '../../i18n/messages.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { Card } from '../kit/layout/card.tsx'
import { RefundProof } from '../kit/refund/refund-proof.tsx'
import type { Order } from './order-queries.ts'

type Payment = NonNullable<Order['payments']>[number]
type Transfer = NonNullable<NonNullable<Order['refunds']>[number]['transfer']>

/** Payments and refunds of an order, each with user and time. */
export function OrderPayments({ order, treasurer }: { order: Order; treasurer: boolean }) {
  const t = useT()
  const payments = order.payments ?? []
  const refunds = order.refunds ?? []
  if (payments.length + refunds.length === 0) return null
  return (
    <Card title={t('orders.money')}>
      <ul className="divide-y divide-line">
        {payments.map((payment) => (
          <Came key={payment.id} payment={payment} treasurer={treasurer} />
        ))}
        {refunds.map((refund) => (
          <Line
            key={refund.id}
            title={t(`orders.extent-${refund.extent}`)}
            amount={`−${money(refund.amount)}`}
            at={refund.at}
            by={refund.by}
          >
            {t(`orders.back-${refund.method === 1 ? 'cash' : 'transfer'}`)} ·{' '}
            {t(`office.refund-reason-${refund.reason}`)}
            {refund.note && <span className="block wrap-anywhere">“{refund.note}”</span>}
            {refund.transfer && <Transferred transfer={refund.transfer} treasurer={treasurer} />}
          </Line>
        ))}
      </ul>
    </Card>
  )
}

/** The state of a refund by transfer, with its proof. */
function Transferred({ transfer, treasurer }: { transfer: Transfer; treasurer: boolean }) {
  const t = useT()
  const locale = useLocale()
  const { doneAt, doneBy, reference, pictures } = transfer
  if (!doneAt)
    return (
      <span className="block font-semibold text-gold-7">
        {treasurer ? (
          <Link href="/refunds/transfer" className="link">
            {t('orders.transfer-open')}
          </Link>
        ) : (
          t('orders.transfer-open')
        )}
      </span>
    )
  return (
    <>
      <span className="block">
        {t('office.refund-done-by', { who: doneBy || t('office.unknown'), when: dateTime(locale, doneAt) })}
        {reference && (
          <>
            {' '}
            · <span className="font-mono wrap-anywhere">{reference}</span>
          </>
        )}
      </span>
      {treasurer && <RefundProof pictures={pictures ?? []} />}
    </>
  )
}

function Came({ payment, treasurer }: { payment: Payment; treasurer: boolean }) {
  const t = useT()
  const picture = payment.pictures?.[0]
  return (
    <Line
      title={t(`orders.method-${payment.method === 1 ? 'cash' : 'transfer'}`)}
      amount={payment.status === 'approved' ? money(payment.received ?? payment.amount) : ''}
      at={payment.decidedAt ?? payment.createdAt}
      by={payment.decidedBy}
    >
      {t(`orders.payment-${payment.status}`)}
      {payment.status === 'approved' && payment.unseen && ` · ${t('orders.unseen')}`}
      {payment.status === 'rejected' && payment.reason && ` · ${t(keyFor('payment.reason.', payment.reason))}`}
      {payment.note && <span className="block wrap-anywhere">“{payment.note}”</span>}
      {payment.excess > 0 && (
        <span className="block">
          {t(`orders.excess-${payment.excessAs || 'open'}`, { amount: money(payment.excess) })}{' '}
          {!payment.excessAs && treasurer && (
            <Link href={`/late/excess-${payment.id}`} className="link">
              {t('orders.decide')}
            </Link>
          )}
        </span>
      )}
      {picture && treasurer && (
        <Link href={`/payments/${payment.id}`} className="link block w-fit">
          {t('orders.see-picture')}
        </Link>
      )}
    </Line>
  )
}

function Line(props: { title: string; amount: string; at: string; by?: string; children: ReactNode }) {
  const t = useT()
  const locale = useLocale()
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex items-baseline justify-between gap-4">
        <p className="font-bold">{props.title}</p>
        <p className="shrink-0 text-lg font-bold">{props.amount}</p>
      </div>
      <div className="text-ink-2">{props.children}</div>
      <p className="text-sm text-ink-2">
        {dateTime(locale, props.at)}
        {props.by && ` · ${t('office.by-clerk', { name: props.by })}`}
      </p>
    </li>
  )
}
