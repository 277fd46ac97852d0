import { useId, type ReactNode } from 'react'
import { useLocale, useT } from '../i18n/context.tsx'
import { FieldError } from './field.tsx'

export type DateText = { day: string; month: string; year: string }

/** Digits only; full-width ones from Chinese input methods are converted. */
const digits = (text: string) => text.normalize('NFKC').replace(/\D/g, '')

// The order of a date in each language: 3 12 1958 · 1958年12月3日.
const day = ['day', 2, 'w-20'] as const
const month = ['month', 2, 'w-20'] as const
const year = ['year', 4, 'w-28'] as const
const parts = { en: [day, month, year], zh: [year, month, day] }

/** A known date, such as a birthday, in three number fields. */
export function DateParts(props: {
  id?: string
  legend: ReactNode
  hint?: ReactNode
  error?: string
  optional?: boolean
  value: DateText
  onChange: (value: DateText) => void
  onBlur?: () => void
}) {
  const t = useT()
  const locale = useLocale()
  const own = useId()
  const id = props.id ?? own
  const described = [props.hint && `${id}-hint`, props.error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      id={id}
      aria-describedby={described || undefined}
      className={`min-w-0 ${props.error ? 'border-l-4 border-cinnabar pl-3' : ''}`}
    >
      <legend className="mb-1 font-semibold">
        {props.legend}
        {props.optional && <span className="font-normal text-ink-2"> {t('common.optional')}</span>}
      </legend>
      {props.hint && (
        <p id={`${id}-hint`} className="mb-1.5 text-sm text-ink-2">
          {props.hint}
        </p>
      )}
      {props.error && <FieldError id={`${id}-error`} text={props.error} />}
      <div className="flex gap-3">
        {parts[locale].map(([part, length, width]) => (
          <div key={part} className={`min-w-0 ${width}`}>
            <label htmlFor={`${id}-${part}`} className="mb-0.5 block text-sm">
              {t(`common.${part}`)}
            </label>
            <input
              id={`${id}-${part}`}
              className="field"
              inputMode="numeric"
              maxLength={length}
              value={props.value[part]}
              aria-invalid={props.error ? true : undefined}
              onChange={({ target, nativeEvent }) => {
                // A value being composed by an input method is not changed, because that would cancel the composition.
                const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
                props.onChange({ ...props.value, [part]: composing ? target.value : digits(target.value) })
              }}
              onCompositionEnd={({ currentTarget }) =>
                props.onChange({ ...props.value, [part]: digits(currentTarget.value) })
              }
              onBlur={props.onBlur}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
