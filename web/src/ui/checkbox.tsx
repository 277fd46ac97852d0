import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { FieldError } from './field.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & {
  id?: string
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** In a frame, like one of few choices. */
  boxed?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A checkbox with its label. Accepts the element's attributes too. */
export function Checkbox({ id: given, label, hint, error, boxed = false, ...input }: Props) {
  const own = useId()
  const id = given ?? own
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={error ? 'border-l-4 border-cinnabar pl-3' : undefined}>
      {error && <FieldError id={`${id}-error`} text={error} />}
      <label
        htmlFor={id}
        className={`flex min-h-11 items-start gap-3 ${boxed ? 'rounded-2xl bg-card p-4 shadow-[inset_0_0_0_1.5px_var(--color-line-2)] has-checked:bg-cinnabar-1 has-checked:shadow-[inset_0_0_0_2px_var(--color-cinnabar)] has-disabled:not-has-checked:opacity-60' : 'py-1.5'}`}
      >
        <input
          {...input}
          id={id}
          type="checkbox"
          className="mt-0.5 h-6 w-6 shrink-0 accent-cinnabar"
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="pl-9 text-sm text-ink-2">
          {hint}
        </p>
      )}
    </div>
  )
}
