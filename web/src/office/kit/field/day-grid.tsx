import { useId } from 'react'
import { FieldError } from '../../../ui/field.tsx'

type Props = {
  id: string
  legend: string
  choices: readonly { value: number; label: string; lang?: string }[]
  value: readonly number[]
  onChange: (one: number) => void
  error?: string
  columns?: string
}

/** Tiles for choosing several days of the lunar month, the week or the month. */
export function DayGrid({
  id,
  legend,
  choices,
  value,
  onChange,
  error,
  columns = 'grid-cols-5 sm:grid-cols-10',
}: Props) {
  const name = useId()
  return (
    <fieldset id={id} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      {error && <FieldError id={`${id}-error`} text={error} />}
      <div className={`grid gap-1.5 ${columns}`}>
        {choices.map((one) => (
          <label
            key={one.value}
            lang={one.lang}
            className="relative grid min-h-11 cursor-pointer place-items-center rounded-xl bg-card px-1 text-center shadow-[inset_0_0_0_1px_var(--color-line)] has-checked:bg-cinnabar has-checked:font-bold has-checked:text-white has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-[#1d1007]"
          >
            <input
              type="checkbox"
              name={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={value.includes(one.value)}
              onChange={() => onChange(one.value)}
            />
            {one.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
