import { useId, type ReactNode } from 'react'
import { FieldError } from './field.tsx'

export type RadioCard = { value: string; title: ReactNode; text?: ReactNode; aside?: ReactNode; disabled?: boolean }

type Props = {
  id?: string
  legend: ReactNode
  /** Shows the legend only to screen readers, when a heading says the same. */
  hideLegend?: boolean
  name: string
  options: readonly RadioCard[]
  value: string | undefined
  onChange: (value: string) => void
  error?: string
  columns?: 1 | 2 | 3
}

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' }

/** A radio group of cards, each with a title, a line of text and an extra such as a price. */
export function RadioCards(props: Props) {
  const own = useId()
  const id = props.id ?? own
  const columns = props.columns ?? 1
  return (
    <fieldset id={id} aria-describedby={props.error ? `${id}-error` : undefined}>
      <legend className={props.hideLegend ? 'sr-only' : 'mb-2 font-semibold'}>{props.legend}</legend>
      {props.error && <FieldError id={`${id}-error`} text={props.error} />}
      <div className={`grid gap-3 ${grids[columns]}`}>
        {props.options.map((option) => (
          <label
            key={option.value}
            className={`relative flex flex-wrap items-center gap-x-4 gap-y-1 rounded-2xl bg-card p-4 shadow-[inset_0_0_0_1.5px_var(--color-line-2)] has-checked:bg-cinnabar-1 has-checked:shadow-[inset_0_0_0_2.5px_var(--color-cinnabar)] has-disabled:cursor-default has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-[#1d1007] ${columns > 1 ? 'sm:flex-col sm:flex-nowrap sm:items-start sm:gap-1' : ''}`}
          >
            <input
              type="radio"
              name={props.name}
              value={option.value}
              checked={props.value === option.value}
              disabled={option.disabled}
              onChange={() => props.onChange(option.value)}
              className="h-6 w-6 shrink-0 accent-cinnabar outline-none focus-visible:shadow-none"
            />
            <span className={`min-w-0 flex-[1_1_6.5rem] ${columns > 1 ? 'sm:mt-2 sm:flex-auto' : ''}`}>
              <span className="block text-lg font-bold leading-tight">{option.title}</span>
              {option.text && <span className="block text-sm text-ink-2">{option.text}</span>}
            </span>
            {option.aside && <span className="text-xl font-bold sm:mt-1">{option.aside}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
