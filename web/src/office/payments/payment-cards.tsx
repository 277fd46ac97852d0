import type { ReactNode } from 'react'
import { OrderLines } from '../../features/invoice/order-lines.tsx'
import { StatusBadge } from '../../features/invoice/status-badge.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money, phone } from '../../i18n/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PageTop } from '../kit/page-top.tsx'
import { PayerNames } from '../kit/payer-names.tsx'
import { BankState } from './bank-state.tsx'
import { Difference } from './difference.tsx'
import type { Payment } from './payment-type.ts'

/** What the picture must show: amount, time, reference. */
export function TransferCard({ payment }: { payment: Payment }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Panel size="s">
      <PageTop title={payment.invoiceNumber} />
      <dl className="space-y-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-ink-2">{t('office.due')}</dt>
          <dd className="font-display text-4xl font-semibold leading-none">{money(payment.amount)}</dd>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-ink-2">{t('office.declared')}</dt>
          <dd className="text-right text-lg font-bold">
            {money(payment.declaredAmount)}
            <Difference due={payment.amount} declared={payment.declaredAmount} short />
          </dd>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-ink-2">{t('office.transferred-at')}</dt>
          <dd className="text-right font-semibold">
            {payment.transactionDateTime ? dateTime(locale, payment.transactionDateTime) : t('office.unknown')}
          </dd>
        </div>
        {payment.cutOff && payment.status === 'pending' && (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-ink-2">{t('desk.order-cut-off')}</dt>
            <dd className="text-right font-semibold">{dateTime(locale, payment.cutOff)}</dd>
          </div>
        )}
        <div className="border-t border-line pt-3">
          <dt className="text-ink-2">{t('invoice.reference')}</dt>
          <dd className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-mono text-2xl font-bold tracking-[.12em]">{payment.paymentReference}</span>
            <CopyButton text={payment.paymentReference} of={t('invoice.reference')} />
          </dd>
        </div>
        <div className="border-t border-line pt-3">
          <dt className="mb-1 text-ink-2">{t('desk.bank')}</dt>
          <dd>
            <BankState state={payment.bank.state} through={payment.bank.through} amount={payment.bank.amount} />
          </dd>
        </div>
      </dl>
    </Panel>
  )
}

export function PayerCard({ payment }: { payment: Payment }) {
  const t = useT()
  return (
    <Card title={t('office.payer')}>
      <p className="text-lg font-bold">
        <PayerNames name={payment.payer} chinese={payment.payerChinese} />
      </p>
      <ul className="mt-1 space-y-0.5">
        {payment.mobile && (
          <li>
            <a className="link touch font-normal" href={`tel:${payment.mobile}`}>
              {phone(payment.mobile)}
            </a>
          </li>
        )}
        {payment.email && <li className="break-all text-ink-2">{payment.email}</li>}
        <li className="text-ink-2">{t(`office.reads-${payment.invoice.locale === 'zh' ? 'zh' : 'en'}`)}</li>
      </ul>
    </Card>
  )
}

export function OrderCard({ payment }: { payment: Payment }) {
  const t = useT()
  const locale = useLocale()
  const { invoice } = payment
  return (
    <Card title={t('office.order')} aside={<StatusBadge status={invoice.status} />}>
      <p className="mb-3 text-sm text-ink-2">
        {invoice.number} · {dateTime(locale, invoice.createdAt)}
      </p>
      <OrderLines items={invoice.items ?? []} every />
      <dl className="mt-3 space-y-1 border-t border-line pt-3">
        <Sum label={t('invoice.total')} cents={invoice.subTotal} />
        {invoice.paid > 0 && <Sum label={t('invoice.paid')} cents={invoice.paid} />}
        {invoice.paid > 0 && invoice.due > 0 && <Sum label={t('invoice.due')} cents={invoice.due} />}
      </dl>
    </Card>
  )
}

function Sum(props: { label: string; cents: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>{props.label}</dt>
      <dd className="font-bold">{money(props.cents)}</dd>
    </div>
  )
}

function Card(props: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Panel size="s">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{props.title}</h2>
        {props.aside}
      </div>
      {props.children}
    </Panel>
  )
}
