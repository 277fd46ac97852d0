import { useState, type ComponentProps } from 'react'
import { TextField } from '../ui/text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'autoComplete' | 'value' | 'onChange'> & {
  /** Of a form that keeps what is typed; '' while it is Singapore's code alone. */
  value?: string
  onValue?: (value: string) => void
}

const code = '+65 '
const meant = (typed: string) => (typed.trim() === code.trim() ? '' : typed)

/** A mobile number: it begins with Singapore's code, has the keys of a phone, and what the browser knows of it. */
export function MobileField({ defaultValue, value, onValue, ...rest }: Props) {
  const [typed, setTyped] = useState(code)
  // What was typed stays as long as it means the value: the code can be deleted, for that of another country.
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
