import { useState, type ComponentProps } from 'react'
import { TextField } from '../ui/text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'autoComplete' | 'value' | 'onChange'> & {
  /** For a controlled field; '' while it has only Singapore's country code. */
  value?: string
  onValue?: (value: string) => void
}

const code = '+65 '
const meant = (typed: string) => (typed.trim() === code.trim() ? '' : typed)

/** A mobile number field: it starts with Singapore's country code, shows the phone keypad, and allows autofill. */
export function MobileField({ defaultValue, value, onValue, ...rest }: Props) {
  const [typed, setTyped] = useState(code)
  // The text as typed is kept while it means the value: the country code can be replaced by another one.
  const kept = value !== undefined && {
    value: meant(typed) === value ? typed : value || code,
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value)
      onValue?.(meant(target.value))
    },
  }
  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      {...(kept || { defaultValue: defaultValue || code })}
      {...rest}
    />
  )
}
