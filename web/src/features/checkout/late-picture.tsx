import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { FailureNotice } from '../../forms/failure-notice.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { useErrors } from '../../forms/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { ScreenshotUpload } from './screenshot-upload.tsx'
import { checkTransfer, declaredOf, justUploaded, noTransfer, transferredAt } from './transfer.ts'
import { TransferFields } from './transfer-fields.tsx'
import { usePayment } from './use-payment.ts'
import { useReceiptUpload } from './use-receipt-upload.ts'

type Props = {
  invoice: { id: string; due: number; paymentReference: string }
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
  const upload = useReceiptUpload({
    invoiceId: invoice.id,
    ticket,
    onUploaded: ({ fileId, files }, chosenAt) => setTransfer(justUploaded(fileId, files, due, chosenAt)),
  })

  async function send() {
    const missing = checkTransfer(transfer, Date.now())
    setMissed(missing)
    setSends((count) => count + 1)
    if (missing.length > 0) return
    await payment.pay('pay-now', {
      paymentAmount: due,
      currency: 'SGD',
      ...(ticket ? { ticket } : { invoiceId: invoice.id }),
      transactionDateTime: transferredAt(transfer),
      fileId: transfer.fileId,
      declaredAmount: declaredOf(transfer),
    })
  }

  const errors = missed.length > 0 ? missed : payment.errors
  const errorOf = (id: string) => errors.find((error) => error.id === id)?.text
  return (
    <details className="card no-print p-5 sm:p-6">
      <summary className="link inline-block py-2 text-lg">{t('checkout.late-open')}</summary>
      <div className="mt-3 space-y-5">
        <p>{t('checkout.late-text')}</p>
        <FailureNotice place={invoice.id} />
        <ErrorSummary errors={errors} focusKey={sends + payment.refusals} />
        <ScreenshotUpload
          upload={upload}
          pictures={transfer.pictures}
          amount={due}
          reference={invoice.paymentReference}
          error={errorOf('receipt')}
        />
        {transfer.pictures.length > 0 && (
          <>
            <TransferFields transfer={transfer} errorOf={errorOf} onChange={(said) => setTransfer(said)} />
            <Button kind="primary" wide pending={payment.pending} onClick={() => void send()}>
              {t('checkout.late-send')}
            </Button>
          </>
        )}
      </div>
    </details>
  )
}
