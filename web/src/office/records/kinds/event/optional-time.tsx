import type { FocusEvent, ChangeEvent } from 'react'
import { TextField } from '../../../../ui/text-field.tsx'

type Props = {
  id: string
  label: string
  value: string | undefined
  error: string | undefined
  onChange: (value: string | undefined) => void
}

/** Stands for a half-typed time. The server refuses it, so it does not count as empty. */
const half = '-'

/** An optional time. Browsers report a half-typed time as empty; this field distinguishes the two. */
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
