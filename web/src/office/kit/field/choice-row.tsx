import { useId, type ReactNode } from 'react'
import { FieldError } from '../../../ui/field.tsx'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [Value, ReactNode])[]
  onChange: (value: Value) => void
  /** Styled as a field with a label; otherwise for the dark bar. */
  field?: boolean
  error?: string
}

/** A choice of one among few, in a row. */
export function ChoiceRow<Value extends string>({ label, value, options, onChange, field, error }: Props<Value>) {
  const name = useId()
  const own = field ? 'grow justify-center hover:bg-gold-1 has-checked:shadow-card' : 'has-focus-visible:outline-gold-3'
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={field ? 'mb-2 font-semibold' : 'sr-only'}>{label}</legend>
      {error && <FieldError id={`${name}-error`} text={error} />}
      <div className={`flex flex-wrap p-1 ${field ? 'rounded-3xl bg-paper-2' : 'rounded-full bg-gold-1/15'}`}>
        {options.map(([one, words]) => (
          <label
            key={one}
            className={`flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-4 font-bold has-checked:bg-card has-checked:text-ink has-focus-visible:outline-3 ${own}`}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={one === value}
              onChange={() => onChange(one)}
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
