import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { transferFields, type Transfer } from './transfer.ts'

type Props = {
  transfer: Transfer
  /** The default for the name on the bank account; without it, the field is not shown. */
  payer?: string
  errorOf: (id: string) => string | undefined
  /** `settled`: the value is complete and should be saved on the server, not a key press while typing. */
  onChange: (transfer: Transfer, settled: boolean) => void
}

/** Account name, amount and time of the transfer, filled in with the most likely values. */
export function TransferFields({ transfer, payer, errorOf, onChange }: Props) {
  const t = useT()
  const shown = { ...transfer, payer: transfer.payer ?? payer }
  const fields = (wide: boolean) =>
    transferFields
      .filter((field) => (field.wide ?? false) === wide && shown[field.name] !== undefined)
      .map(({ name, label, hint, input }) => (
        <TextField
          key={name}
          id={`transfer-${name}`}
          label={t(label)}
          hint={t(hint)}
          {...input}
          value={shown[name]}
          error={errorOf(`transfer-${name}`)}
          onChange={(event) => onChange({ ...transfer, [name]: event.target.value }, false)}
          onBlur={() => onChange(transfer, true)}
        />
      ))
  return (
    <div className="space-y-4">
      {fields(true)}
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_1.3fr]">{fields(false)}</div>
    </div>
  )
}
