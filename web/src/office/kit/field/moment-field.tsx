import type { ChangeEventHandler } from 'react'
import { fromField } from '../../../features/checkout/transfer-time.ts'
import { useLocale } from '../../../i18n/context.tsx'
import { time } from '../../../i18n/format.ts'
import { TextField } from '../../../ui/text-field.tsx'
import type { FieldProps } from '../../../ui/field.tsx'
import { dayWords } from '../format/day-words.ts'

type Props = FieldProps & { value: string; onChange: ChangeEventHandler<HTMLInputElement> }

/** The browser's date and time field, in its country's format: below, the value is repeated in words. */
export function MomentField({ value, ...field }: Props) {
  const locale = useLocale()
  const at = fromField(value)
  return (
    <TextField
      {...field}
      type="datetime-local"
      value={value}
      after={
        at && (
          <p className="mt-1 text-sm text-ink-2">
            {dayWords(locale, value.slice(0, 10))} {time(locale, at)}
          </p>
        )
      }
    />
  )
}
