import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { Field, type FieldProps } from './field.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> &
  FieldProps & { ref?: Ref<HTMLInputElement>; after?: ReactNode }

/** A single-line text field. Accepts the element's attributes too. */
export function TextField({ id, label, hint, error, optional, after, className = '', ...input }: Props) {
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      text={input.value}
      most={input.maxLength}
    >
      {(control) => (
        <>
          <input {...input} {...control} className={`field ${className}`} />
          {after}
        </>
      )}
    </Field>
  )
}
