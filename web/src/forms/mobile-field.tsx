import type { ComponentProps } from 'react'
import { TextField } from '../ui/text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'autoComplete'>

/** A mobile number, with the keys of a phone and what the browser knows of it. */
export function MobileField(props: Props) {
  return <TextField type="tel" inputMode="tel" autoComplete="tel" {...props} />
}
