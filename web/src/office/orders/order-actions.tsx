import { useState } from 'react'
import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CancelForm } from './cancel-form.tsx'
import { Card } from '../kit/layout/card.tsx'
import { RefundForm } from './refund-form.tsx'
import { ReopenForm } from './reopen-form.tsx'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import type { Order } from './order-queries.ts'

/** The payment state of an order, and the user's actions. */
export function OrderActions({ order, treasurer }: { order: Order; treasurer: boolean }) {
  const t = useT()
  const [dialog, setDialog] = useState<'refund' | 'cancel' | 'reopen'>()
  const { invoice, money: sums } = order
  const { status } = invoice
  const close = () => setDialog(undefined)
  const open = status === 'awaiting-payment' || status === 'rejected'
  const ended = status === 'expired' || status === 'cancelled'
  const pending = (order.payments ?? []).find((payment) => payment.status === 'pending')
  const undecided = (order.payments ?? []).find((payment) => payment.excess > 0 && !payment.excessAs)
  return (
    <Card title={t('common.field.status')}>
      <dl className="space-y-1">
        <Sum label={t('common.field.total')} cents={invoice.subTotal} />
        {sums.held > 0 && <Sum label={t('orders.held')} cents={sums.held} />}
        {open && invoice.due > 0 && <Sum label={t('invoice.due')} cents={invoice.due} strong />}
        {sums.excess > 0 && <Sum label={t('orders.excess')} cents={sums.excess} strong />}
        {sums.donated > 0 && <Sum label={t('orders.donated')} cents={sums.donated} />}
        {sums.refunded > 0 && <Sum label={t('orders.went-back')} cents={sums.refunded} />}
      </dl>
      <div className="mt-4 flex flex-col gap-3 empty:hidden">
        {(open || ended) && (
          <Link href={`/counter?q=${invoice.paymentReference}`} className={buttonClass('primary')}>
            {t('orders.take-cash')}
          </Link>
        )}
        {status === 'under-verification' && pending && treasurer && (
          <Link href={`/payments/${pending.id}`} className={buttonClass('primary')}>
            {t('orders.check-transfer')}
          </Link>
        )}
        {undecided && treasurer && (
          <Link href={`/late/excess-${undecided.id}`} className={buttonClass('primary')}>
            {t('orders.decide-excess')}
          </Link>
        )}
        {ended && treasurer && <Button onClick={() => setDialog('reopen')}>{t('orders.reopen')}</Button>}
        {sums.held > 0 && status !== 'under-verification' && (
          <Button onClick={() => setDialog('refund')}>{t('orders.refund')}</Button>
        )}
        {open && (
          <Button kind="danger" onClick={() => setDialog('cancel')}>
            {t('orders.cancel')}
          </Button>
        )}
      </div>
      <ActDialog open={dialog === 'refund'} onClose={close} title={t('orders.refund-ask')}>
        <RefundForm order={order} treasurer={treasurer} onClose={close} />
      </ActDialog>
      <ActDialog open={dialog === 'cancel'} onClose={close} title={t('orders.cancel-ask')}>
        <CancelForm order={order} treasurer={treasurer} onClose={close} />
      </ActDialog>
      <ActDialog open={dialog === 'reopen'} onClose={close} title={t('orders.reopen-ask')}>
        <ReopenForm order={order} onClose={close} />
      </ActDialog>
    </Card>
  )
}

function Sum(props: { label: string; cents: number; strong?: boolean }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${props.strong ? 'text-cinnabar' : ''}`}>
      <dt>{props.label}</dt>
      <dd className="text-lg font-bold">{money(props.cents)}</dd>
    </div>
  )
}
