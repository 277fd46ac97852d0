import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Transfer } from './transfer.ts'

type Props = {
  transfer: Transfer
  errorOf: (id: string) => string | undefined
  /** `settled`: worth keeping on the server, not a key pressed in the middle of typing. */
  onChange: (transfer: Transfer, settled: boolean) => void
}

/** How much was transferred and when, filled in as it is as a rule. */
export function TransferFields({ transfer, errorOf, onChange }: Props) {
  const t = useT()
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[1fr_1.3fr]">
      <TextField
        id="transfer-amount"
        label={t('checkout.amount')}
        hint={t('checkout.amount-hint')}
        inputMode="decimal"
        autoComplete="off"
        value={transfer.amount}
        error={errorOf('transfer-amount')}
        onChange={(event) => onChange({ ...transfer, amount: event.target.value }, false)}
        onBlur={() => onChange(transfer, true)}
      />
      <TextField
        id="transfer-time"
        type="datetime-local"
        label={t('checkout.time')}
        hint={t('checkout.time-hint')}
        value={transfer.time}
        error={errorOf('transfer-time')}
        onChange={(event) => onChange({ ...transfer, time: event.target.value }, false)}
        onBlur={() => onChange(transfer, true)}
      />
    </div>
  )
}
