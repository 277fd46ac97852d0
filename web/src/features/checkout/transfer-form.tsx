import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { SummaryError } from '../../ui/error-summary.tsx'
import { ReceiptUpload } from './receipt-upload.tsx'
import type { Transfer } from './transfer.ts'
import { toField } from './transfer-time.ts'

type Props = {
  total: number
  transfer: Transfer
  invoiceId?: string
  ticket?: string
  errors: readonly SummaryError[]
  /** `settled`: worth keeping on the server, not a key pressed in the middle of typing. */
  onChange: (transfer: Transfer, settled: boolean) => void
}

/** The picture of a transfer, whether it is the right amount, and when it was made. */
export function TransferForm({ total, transfer, invoiceId, ticket, errors, onChange }: Props) {
  const t = useT()
  const errorOf = (id: string) => errors.find((error) => error.id === id)?.text
  const pictured = transfer.pictures.length > 0
  return (
    <div className="space-y-6">
      <ReceiptUpload
        pictures={transfer.pictures}
        invoiceId={invoiceId}
        ticket={ticket}
        error={errorOf('receipt')}
        onUploaded={({ fileId, files }, chosenAt) =>
          // Another picture may be of another transfer: what was said of the last one is asked again.
          onChange({ fileId, pictures: files, answer: undefined, amount: '', time: toField(chosenAt) }, true)
        }
      />
      {pictured && (
        <>
          <RadioCards
            id="transfer-answer"
            name="transfer-answer"
            legend={<span className="text-xl">{t('checkout.question', { amount: money(total) })}</span>}
            columns={2}
            options={[
              {
                value: 'yes',
                title: t('checkout.answer-yes'),
                text: t('checkout.answer-yes-text', { amount: money(total) }),
              },
              { value: 'no', title: t('checkout.answer-no'), text: t('checkout.answer-no-text') },
            ]}
            value={transfer.answer}
            error={errorOf('transfer-answer')}
            onChange={(answer) => onChange({ ...transfer, answer: answer === 'yes' ? 'yes' : 'no' }, true)}
          />
          {transfer.answer === 'no' && (
            <TextField
              id="transfer-amount"
              label={t('checkout.amount')}
              hint={t('checkout.amount-hint')}
              inputMode="decimal"
              autoComplete="off"
              className="max-w-56"
              value={transfer.amount}
              error={errorOf('transfer-amount')}
              onChange={(event) => onChange({ ...transfer, amount: event.target.value }, false)}
              onBlur={() => onChange(transfer, true)}
            />
          )}
          <TextField
            id="transfer-time"
            type="datetime-local"
            label={t('checkout.time')}
            hint={t('checkout.time-hint')}
            className="max-w-72"
            value={transfer.time}
            error={errorOf('transfer-time')}
            onChange={(event) => onChange({ ...transfer, time: event.target.value }, false)}
            onBlur={() => onChange(transfer, true)}
          />
        </>
      )}
    </div>
  )
}
