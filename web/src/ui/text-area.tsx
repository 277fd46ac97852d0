import type { Ref, TextareaHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field.tsx'

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & FieldProps & { ref?: Ref<HTMLTextAreaElement> }

/** A multi-line text field. Accepts the element's attributes too. */
export function TextArea({ id, label, hint, error, optional, className = '', ...area }: Props) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} text={area.value} most={area.maxLength}>
      {(control) => <textarea rows={4} {...area} {...control} className={`field ${className}`} />}
    </Field>
  )
}
