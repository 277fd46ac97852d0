import { useState } from 'react'
import { plainDigits, readWhole } from '../../../domain/whole-number.ts'
import { useT } from '../../../i18n/context.tsx'
import { TextField } from '../../../ui/text-field.tsx'

type Props = {
  id: string
  label: string
  hint?: string
  value: number
  least: number
  most: number
  error?: string
  /** Called with the number; for an invalid text, with a number above `most`, which the server refuses. */
  onChange: (value: number) => void
}

/** A field for a whole number of a draft. */
export function WholeField({ value, least, most, error, onChange, ...field }: Props) {
  const t = useT()
  const beyond = most + 1
  const read = (text: string) => readWhole(text, -9_999_999) ?? beyond
  const [typed, setTyped] = useState(String(value))
  // Another action, such as an undo, has changed it.
  const shown = read(typed) === value ? typed : String(value)
  const range = value < least || value > most ? t('office.whole-from-to', { least, most }) : error
  return (
    <TextField
      {...field}
      inputMode={least < 0 ? undefined : 'numeric'}
      autoComplete="off"
      maxLength={8}
      value={shown}
      error={shown.trim() ? range : t('fault.required')}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(read(target.value))
      }}
      onBlur={() => setTyped(plainDigits(shown))}
    />
  )
}
