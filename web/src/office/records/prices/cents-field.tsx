import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { areAmounts, keptAmounts, shownAmounts } from './cents-text.ts'

type Props = {
  id: string
  label: string
  hint?: string
  /** The stored value (cents-text.ts); '' is none. */
  value: string
  error?: string
  /** The maximum number of amounts; one by default. */
  most?: number
  onChange: (kept: string) => void
}

/** One or several amounts, typed in dollars and stored in cents. An invalid amount is reported, and stored as typed. */
export function CentsField({ id, label, hint, value, error, most = 1, onChange }: Props) {
  const t = useT()
  const [text, setText] = useState(() => shownAmounts(value))
  const [known, setKnown] = useState(value)
  if (value !== known) {
    // It was changed elsewhere, for example by restoring a version.
    setKnown(value)
    if (keptAmounts(text, most) !== value) setText(shownAmounts(value))
  }
  return (
    <TextField
      id={id}
      label={label}
      hint={hint}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={areAmounts(value) ? error : t('records.amount-wrong')}
      onChange={({ target }) => {
        const kept = keptAmounts(target.value, most)
        setText(target.value)
        setKnown(kept)
        onChange(kept)
      }}
    />
  )
}
