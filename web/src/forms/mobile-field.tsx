import type { ComponentProps } from 'react'
import { TextField } from '../ui/text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'autoComplete' | 'value'>

/** A mobile number: it begins with Singapore's code, has the keys of a phone, and what the browser knows of it. */
export function MobileField({ defaultValue, ...rest }: Props) {
  return <TextField type="tel" inputMode="tel" autoComplete="tel" defaultValue={defaultValue || '+65 '} {...rest} />
}
