import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { readWhole } from '../../../domain/whole-number.ts'
import { TextField } from '../../../ui/text-field.tsx'

type Props = {
  id: string
  label: string
  hint?: string
  /** The least that it may be. */
  least: number
  value: number
  error: string | undefined
  onChange: (value: number) => void
}

/** Stands for what is no number, or not yet: no rule may have it, so it is neither taken for 0 nor published. */
const unread = 9_999

/** A whole number of a rule. What was typed stays in the field, also where it cannot be read. */
export function RuleNumber({ id, label, hint, least, value, error, onChange }: Props) {
  const t = useT()
  const [text, setText] = useState(String(value))
  const read = readWhole(text, least) ?? unread
  const wrong = value === unread ? t('fault.whole-number') : error
  return (
    <TextField
      id={id}
      label={label}
      hint={hint}
      inputMode="text"
      autoComplete="off"
      value={read === value ? text : String(value)}
      onChange={({ target }) => {
        setText(target.value)
        onChange(readWhole(target.value, least) ?? unread)
      }}
      error={wrong}
    />
  )
}
