import type { FocusEvent, ChangeEvent } from 'react'
import { TextField } from '../../../../ui/text-field.tsx'

type Props = {
  id: string
  label: string
  value: string | undefined
  error: string | undefined
  onChange: (value: string | undefined) => void
}

/** Stands for a time that is half typed. The server reads it as none, so it is not taken for left out. */
const half = '-'

/** A time that may be left out. The browser gives one that is half typed as empty; here it is told apart. */
export function OptionalTime({ value, onChange, ...field }: Props) {
  const take = ({ target }: ChangeEvent<HTMLInputElement> | FocusEvent<HTMLInputElement>) => {
    const next = target.validity.badInput ? half : target.value || undefined
    if (next !== value) onChange(next)
  }
  return (
    <TextField
      {...field}
      type="time"
      optional
      value={value === half ? '' : (value ?? '')}
      onChange={take}
      onBlur={take}
    />
  )
}
