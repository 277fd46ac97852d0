import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Transfer } from './transfer.ts'

type Props = {
  transfer: Transfer
  /** Stands as the name on the bank account until another is typed; without it that is not asked. */
  payer?: string
  errorOf: (id: string) => string | undefined
  /** `settled`: worth keeping on the server, not a key pressed in the middle of typing. */
  onChange: (transfer: Transfer, settled: boolean) => void
}

/** From whose account, how much and when it was transferred, filled in as it is as a rule. */
export function TransferFields({ transfer, payer, errorOf, onChange }: Props) {
  const t = useT()
  return (
    <div className="space-y-4">
      {payer !== undefined && (
        <TextField
          id="transfer-payer"
          label={t('checkout.account-name')}
          hint={t('checkout.account-name-hint')}
          optional
          autoComplete="off"
          maxLength={80}
          value={transfer.payer ?? payer}
          error={errorOf('transfer-payer')}
          onChange={(event) => onChange({ ...transfer, payer: event.target.value }, false)}
          onBlur={() => onChange(transfer, true)}
        />
      )}
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
    </div>
  )
}
