import { useState, type ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { FailureNotice } from '../../forms/failure-notice.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { method } from '../../domain/cart.ts'
import { ConfirmedOnDemand } from './confirmed-on-demand.tsx'
import { PayNow, type RefusedTransfer } from './pay-now.tsx'
import { noTransfer } from './transfer.ts'
import { usePayment } from './use-payment.ts'

type Props = {
  invoice: { id: string; due: number; paymentReference: string; payNowUrl?: string; payer?: { name: string } }
  /** The method of the last attempt. */
  method: number
  /** The payment that the office rejected last, while the order waits for another. */
  refused?: RefusedTransfer
  /** What to show at the counter. */
  counter: ReactNode
  /** The ticket of the link that opened the order without a login. */
  ticket?: string
}

/** Pays an order that awaits payment, or whose receipt image was rejected: by PayNow, or at the counter. */
export function PayInvoice({ invoice, method: last, refused, counter, ticket }: Props) {
  const t = useT()
  const { site } = usePage()
  const { due, paymentReference: reference } = invoice
  const payment = usePayment({ amount: due, invoiceId: invoice.id, ticket })
  const [chosen, setChosen] = useState(last)
  const [transfer, setTransfer] = useState(noTransfer)
  const payer = invoice.payer?.name ?? ''

  // A picture that was refused is sent again, and a link without a login has no code of the provider.
  const confirms = site.confirms === true && !refused && !ticket
  const byHand = (code: boolean) => (
    <PayNow
      total={due}
      reference={reference}
      code={code && invoice.payNowUrl ? { imageUrl: invoice.payNowUrl, amount: due, reference } : undefined}
      refused={refused}
      transfer={transfer}
      payer={payer}
      invoiceId={invoice.id}
      ticket={ticket}
      form={payment}
      onChange={(said) => setTransfer(said)}
      onSend={() => payment.send(transfer, payer)}
    />
  )
  // For an order to be paid in cash, the counter code comes first, then the other method.
  const settled = refused !== undefined || last === method.cash
  const choice = site.payNow && (
    <RadioCards
      name="method"
      legend={t('checkout.method-title')}
      columns={2}
      options={[
        { value: String(method.payNow), title: t('checkout.pay-now'), text: t('checkout.pay-now-text') },
        { value: String(method.cash), title: t('checkout.cash'), text: t('checkout.cash-text') },
      ]}
      value={String(chosen)}
      onChange={(value) => setChosen(Number(value))}
    />
  )
  return (
    <section
      aria-labelledby="pay-heading"
      className={`card space-y-5 p-5 sm:p-6 ${chosen === method.payNow ? 'no-print' : ''}`}
    >
      <h2 id="pay-heading" className={refused ? 'sr-only' : 'text-2xl'}>
        {t('checkout.pay-heading', { amount: money(due) })}
      </h2>
      <FailureNotice place={invoice.id} />
      {!settled && <div className="no-print empty:hidden">{choice}</div>}
      {chosen === method.payNow && confirms && (
        <ConfirmedOnDemand invoiceId={invoice.id} total={due} counter={counter} renderByHand={byHand} />
      )}
      {chosen === method.payNow && !confirms && byHand(true)}
      {chosen !== method.payNow && (
        <>
          {counter}
          {last !== method.cash && (
            <Button
              kind="primary"
              wide
              className="no-print"
              pending={payment.pending}
              onClick={() => payment.pay('cash')}
            >
              {t('checkout.cash-instead', { amount: money(due) })}
            </Button>
          )}
        </>
      )}
      {settled && <div className="no-print empty:hidden">{choice}</div>}
    </section>
  )
}
