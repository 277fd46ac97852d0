import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import type { Form } from '../../forms/use-form.ts'
import { usePage } from '../../site/router/payload.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { PaySteps } from './pay-steps.tsx'
import { SearchHelp } from './search-help.tsx'
import { ScreenshotUpload } from './screenshot-upload.tsx'
import { justUploaded, type Transfer } from './transfer.ts'
import { TransferFields } from './transfer-fields.tsx'
import { TransferStep, type Code } from './transfer-step.tsx'
import { useReceiptUpload } from './use-receipt-upload.ts'

/** The rejected payment, as far as it can be shown. */
export type RefusedTransfer = {
  reason?: string
  images?: readonly { url: string }[]
  /** The time of the transfer, RFC 3339. */
  at?: string
}

type Props = {
  /** The amount due, in cents. */
  total: number
  reference: string
  /** The QR code to scan. */
  code?: Code
  /** Shown instead of a QR code: how to get one. Without both, the first step is empty. */
  noCode?: ReactNode
  /** No transfer can have been made yet, because no QR code was shown. */
  untouched?: boolean
  /** The payment that the office rejected last. */
  refused?: RefusedTransfer
  transfer: Transfer
  /** The payer's name, the default for the name on the bank account. */
  payer: string
  invoiceId?: string
  ticket?: string
  form: Pick<Form<never>, 'errorOf' | 'summary' | 'pending'>
  /** Shown below the first step: sending the receipt image later. */
  later?: ReactNode
  onChange: (transfer: Transfer, settled: boolean) => void
  onSend: () => void
}

/** PayNow in two named steps: the transfer, then its screenshot. It opens at the step that the visitor had reached. */
export function PayNow(props: Props) {
  const t = useT()
  const { site } = usePage()
  const { total, reference, transfer, refused, form } = props
  const pictured = transfer.pictures.length > 0
  const scans = props.code ?? props.noCode
  const [step, setStep] = useState<1 | 2>(pictured || refused || !scans ? 2 : 1)
  const [moves, setMoves] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const upload = useReceiptUpload({
    invoiceId: props.invoiceId,
    ticket: props.ticket,
    onUploaded: (uploaded, chosenAt) => props.onChange(justUploaded(transfer, uploaded, total, chosenAt), true),
  })
  useEffect(() => {
    if (moves > 0) heading.current?.focus()
  }, [moves])

  function show(next: 1 | 2) {
    setStep(next)
    setMoves((count) => count + 1)
  }
  const title = 'text-2xl outline-none'
  if (step === 1)
    return (
      <div className="space-y-4">
        <PaySteps at={1} />
        <h3 ref={heading} tabIndex={-1} className={title}>
          {t('checkout.transfer-heading', { amount: money(total) })}
        </h3>
        {props.code ? <TransferStep code={props.code} /> : props.noCode}
        {!props.untouched && (
          <div className="space-y-3 border-t border-line pt-5">
            {pictured ? (
              <Button wide onClick={() => show(2)}>
                {t('checkout.transferred')}
              </Button>
            ) : (
              <FileButton
                id="receipt"
                className="w-full"
                accept="image/*"
                multiple
                onFiles={(files) => {
                  show(2)
                  void upload.choose(files, Date.now())
                }}
              >
                {t('checkout.transferred')}
              </FileButton>
            )}
            {props.later}
          </div>
        )}
      </div>
    )
  const unreadable = refused?.reason === 'unreadable'
  return (
    <div className="space-y-4">
      <PaySteps at={2} />
      <ErrorSummary {...form.summary} />
      <div>
        <h3 ref={heading} tabIndex={-1} className={title}>
          {t('checkout.send-heading')}
        </h3>
        <p className="text-ink-2">
          {unreadable
            ? t('checkout.checked-as-usual', { amount: money(total) })
            : t('checkout.send-to', { amount: money(total), payee: site.templeName })}
        </p>
      </div>
      <ScreenshotUpload
        upload={upload}
        pictures={transfer.pictures}
        refused={refused?.images}
        amount={total}
        reference={reference}
        error={form.errorOf('receipt')}
      />
      {pictured && (
        <>
          <TransferFields transfer={transfer} payer={props.payer} errorOf={form.errorOf} onChange={props.onChange} />
          <Button kind="primary" wide pending={form.pending} onClick={props.onSend}>
            {t('checkout.send')}
          </Button>
        </>
      )}
      {unreadable && refused.at && <SearchHelp at={refused.at} />}
      {scans && (
        <p className="text-center">
          <button type="button" className="link touch font-semibold" onClick={() => show(1)}>
            {t('checkout.back-to-code')}
          </button>
        </p>
      )}
    </div>
  )
}
