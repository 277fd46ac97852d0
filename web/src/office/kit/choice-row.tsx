import { useId, type ReactNode } from 'react'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [Value, ReactNode])[]
  onChange: (value: Value) => void
}

/** One of few, in a row upon the dark bar. */
export function ChoiceRow<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="flex rounded-full bg-gold-1/15 p-1">
      <legend className="sr-only">{label}</legend>
      {options.map(([one, words]) => (
        <label
          key={one}
          className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-4 font-bold has-checked:bg-card has-checked:text-ink has-focus-visible:outline-3 has-focus-visible:outline-gold-3"
        >
          <input type="radio" name={name} className="sr-only" checked={one === value} onChange={() => onChange(one)} />
          {words}
        </label>
      ))}
    </fieldset>
  )
}
