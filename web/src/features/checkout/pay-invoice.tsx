import { useState, type ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { FailureNotice } from '../../forms/failure-notice.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { useErrors } from '../../forms/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { method } from '../../domain/cart.ts'
import { QrCard } from './qr-card.tsx'
import { TodoLine } from './todo-line.tsx'
import { TransferForm } from './transfer-form.tsx'
import { checkTransfer, declaredOf, noTransfer, transferredAt } from './transfer.ts'
import { writeAmount } from '../../domain/amount.ts'
import { usePayment } from './use-payment.ts'

type Props = {
  invoice: { id: string; due: number; paymentReference: string; status: string; payNowUrl?: string }
  /** The method of the last attempt. */
  method: number
  /** What to show at the counter. */
  counter: ReactNode
  /** Of the link that opened the order to somebody who is not logged in. */
  ticket?: string
}

/** Pays an order that waits for its money, or whose picture was rejected: with a picture, or at the counter. */
export function PayInvoice({ invoice, method: last, counter, ticket }: Props) {
  const t = useT()
  const { site, reload } = usePage()
  const payment = usePayment({ place: invoice.id, reload })
  const [chosen, setChosen] = useState(last)
  const [transfer, setTransfer] = useState(noTransfer)
  const [missed, setMissed] = useErrors()
  const [sends, setSends] = useState(0)
  const { due } = invoice
  const body = { paymentAmount: due, currency: 'SGD', ...(ticket ? { ticket } : { invoiceId: invoice.id }) } as const

  async function send() {
    const missing = checkTransfer(transfer, due, Date.now())
    setMissed(missing)
    setSends((count) => count + 1)
    if (missing.length > 0) return
    await payment.pay('pay-now', {
      ...body,
      transactionDateTime: transferredAt(transfer),
      fileId: transfer.fileId,
      declaredAmount: declaredOf(transfer, due),
    })
  }

  const errors = missed.length > 0 ? missed : payment.errors
  const pictured = transfer.pictures.length > 0
  return (
    <section aria-labelledby="pay-heading" className="card no-print space-y-5 p-5 sm:p-6">
      <h2 id="pay-heading" className="text-2xl">
        {t('checkout.pay-heading', { amount: money(due) })}
      </h2>
      <FailureNotice place={invoice.id} />
      <ErrorSummary errors={errors} focusKey={sends + payment.refusals} />
      {site.payNow && (
        <RadioCards
          name="method"
          legend={t('checkout.method-title')}
          columns={2}
          options={[
            { value: String(method.payNow), title: t('checkout.pay-now'), text: t('checkout.pay-now-done-text') },
            { value: String(method.cash), title: t('checkout.cash'), text: t('checkout.cash-text') },
          ]}
          value={String(chosen)}
          onChange={(value) => setChosen(Number(value))}
        />
      )}
      {chosen === method.payNow ? (
        <>
          <TodoLine todo={pictured ? (transfer.answer ? 'send' : 'answer') : 'upload'} />
          {invoice.payNowUrl && !pictured && (
            <details className="rounded-2xl" open={invoice.status === 'awaiting-payment'}>
              <summary className="link inline-block py-2">{t('checkout.qr-of-order', { amount: money(due) })}</summary>
              <div className="mt-3">
                <QrCard hold={{ imageUrl: invoice.payNowUrl, amount: due, reference: invoice.paymentReference }} />
              </div>
            </details>
          )}
          {(!invoice.payNowUrl || pictured) && (
            <dl className="grid gap-4 sm:grid-cols-2">
              <Known label={t('checkout.amount-to-pay')} shown={money(due)} copied={writeAmount(due)} />
              <Known
                label={t('checkout.reference')}
                shown={invoice.paymentReference}
                copied={invoice.paymentReference}
              />
            </dl>
          )}
          <TransferForm
            total={due}
            transfer={transfer}
            invoiceId={invoice.id}
            ticket={ticket}
            errors={errors}
            onChange={(said) => setTransfer(said)}
          />
          {pictured && (
            <Button kind="primary" wide pending={payment.pending} onClick={() => void send()}>
              {t('checkout.send', { amount: money(due) })}
            </Button>
          )}
        </>
      ) : (
        <>
          {counter}
          {last !== method.cash && (
            <Button kind="primary" wide pending={payment.pending} onClick={() => void payment.pay('cash', body)}>
              {t('checkout.cash-instead', { amount: money(due) })}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function Known(props: { label: string; shown: string; copied: string }) {
  return (
    <div>
      <dt className="text-ink-2">{props.label}</dt>
      <dd className="flex flex-wrap items-center gap-3">
        <span className="text-xl font-bold">{props.shown}</span>
        <CopyButton text={props.copied} of={props.label} />
      </dd>
    </div>
  )
}
