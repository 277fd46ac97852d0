import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { FailureNotice } from '../../forms/failure-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { ScreenshotUpload } from './screenshot-upload.tsx'
import { justUploaded, noTransfer } from './transfer.ts'
import { TransferFields } from './transfer-fields.tsx'
import { usePayment } from './use-payment.ts'
import { useReceiptUpload } from './use-receipt-upload.ts'

type Props = {
  invoice: { id: string; due: number; paymentReference: string }
  /** The ticket of the link that opened the order without a login. */
  ticket?: string
}

/** Sends the receipt image of a transfer for an order that has ended, which the office reviews. */
export function LatePicture({ invoice, ticket }: Props) {
  const t = useT()
  const { due } = invoice
  const payment = usePayment({ amount: due, invoiceId: invoice.id, ticket })
  const [transfer, setTransfer] = useState(noTransfer)
  const upload = useReceiptUpload({
    invoiceId: invoice.id,
    ticket,
    onUploaded: (uploaded, chosenAt) => setTransfer((said) => justUploaded(said, uploaded, due, chosenAt)),
  })

  return (
    <details className="card no-print p-5 sm:p-6">
      <summary className="link inline-block py-2 text-lg">{t('checkout.late-open')}</summary>
      <div className="mt-3 space-y-5">
        <p>{t('checkout.late-text')}</p>
        <FailureNotice place={invoice.id} />
        <ErrorSummary {...payment.summary} />
        <ScreenshotUpload
          upload={upload}
          pictures={transfer.pictures}
          amount={due}
          reference={invoice.paymentReference}
          error={payment.errorOf('receipt')}
        />
        {transfer.pictures.length > 0 && (
          <>
            <TransferFields transfer={transfer} errorOf={payment.errorOf} onChange={(said) => setTransfer(said)} />
            <Button kind="primary" wide pending={payment.pending} onClick={() => payment.send(transfer)}>
              {t('checkout.late-send')}
            </Button>
          </>
        )}
      </div>
    </details>
  )
}
