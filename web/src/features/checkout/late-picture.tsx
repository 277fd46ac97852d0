import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { FailureNotice } from '../../forms/failure-notice.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { useErrors } from '../../forms/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TransferForm } from './transfer-form.tsx'
import { checkTransfer, declaredOf, noTransfer, transferredAt } from './transfer.ts'
import { usePayment } from './use-payment.ts'

type Props = {
  invoice: { id: string; due: number }
  /** Of the link that opened the order to somebody who is not logged in. */
  ticket?: string
}

/** Sends the picture of a transfer for an order that has ended: the office looks at it by hand. */
export function LatePicture({ invoice, ticket }: Props) {
  const t = useT()
  const { reload } = usePage()
  const payment = usePayment({ place: invoice.id, reload })
  const [transfer, setTransfer] = useState(noTransfer)
  const [missed, setMissed] = useErrors()
  const [sends, setSends] = useState(0)
  const { due } = invoice

  async function send() {
    const missing = checkTransfer(transfer, due, Date.now())
    setMissed(missing)
    setSends((count) => count + 1)
    if (missing.length > 0) return
    await payment.pay('pay-now', {
      paymentAmount: due,
      currency: 'SGD',
      ...(ticket ? { ticket } : { invoiceId: invoice.id }),
      transactionDateTime: transferredAt(transfer),
      fileId: transfer.fileId,
      declaredAmount: declaredOf(transfer, due),
    })
  }

  const errors = missed.length > 0 ? missed : payment.errors
  return (
    <details className="card no-print p-5 sm:p-6">
      <summary className="link inline-block py-2 text-lg">{t('checkout.late-open')}</summary>
      <div className="mt-3 space-y-5">
        <p>{t('checkout.late-text')}</p>
        <FailureNotice place={invoice.id} />
        <ErrorSummary errors={errors} focusKey={sends + payment.refusals} />
        <TransferForm
          total={due}
          transfer={transfer}
          invoiceId={invoice.id}
          ticket={ticket}
          errors={errors}
          onChange={(said) => setTransfer(said)}
        />
        {transfer.pictures.length > 0 && (
          <Button kind="primary" wide pending={payment.pending} onClick={() => void send()}>
            {t('checkout.late-send')}
          </Button>
        )}
      </div>
    </details>
  )
}
