import { useState } from 'react'
import { flushSync } from 'react-dom'
import { readDay } from '../../../../domain/day.ts'
import { useT } from '../../../../i18n/context.tsx'
import { Button } from '../../../../ui/button.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { DateField } from '../../../kit/field/date-field.tsx'
import type { KindProps } from './regular-fields.tsx'

const most = 500
const id = (at: number) => `rule.days[${at}]`

/** The dates of an event that is once or on chosen dates, a field for each. Several pasted dates get a field each. */
export function ChosenDays({ rule, set, errorOf }: KindProps) {
  const t = useT()
  const [adding, setAdding] = useState(false)
  const days = rule.days ?? []
  const rows = adding || days.length === 0 ? [...days, ''] : days
  const put = (next: string[]) => {
    setAdding(false)
    set({ days: next })
  }
  const paste = (at: number, text: string) => {
    const parts = text
      .split(/[\n\t;；、]+/)
      .map((part) => part.trim())
      .filter(Boolean)
    if (parts.length < 2) return false
    const pasted = parts.map((part) => {
      const read = readDay(part)
      return 'day' in read ? read.day : part
    })
    put([...days.slice(0, at), ...pasted, ...days.slice(at + 1)])
    return true
  }
  const error = errorOf('rule.days')
  return (
    <fieldset id="rule.days" aria-describedby={error ? 'rule.days-error' : 'rule.days-hint'}>
      <legend className="mb-1 font-semibold">{t('office.field.dates')}</legend>
      <p id="rule.days-hint" className="mb-2 text-sm text-ink-2">
        {t('records-event.days-hint')}
      </p>
      {error && <FieldError id="rule.days-error" text={error} />}
      <ol className="grid gap-3 sm:grid-cols-2">
        {rows.map((day, i) => (
          // Dates have no id, and two may be equal during editing.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={i}>
            <DateField
              id={id(i)}
              label={rows.length > 1 ? t('records-event.day-number', { number: i + 1 }) : t('office.field.date')}
              ahead
              value={day}
              error={errorOf(id(i))}
              onChange={(next) =>
                put(i < days.length ? days.map((one, at) => (at === i ? next : one)) : [...days, next])
              }
              onPaste={(event) => {
                if (paste(i, event.clipboardData.getData('text'))) event.preventDefault()
              }}
              beside={
                rows.length > 1 && (
                  <IconButton
                    icon="trash"
                    label={t('records-event.day-remove', { number: i + 1 })}
                    onClick={() => put(days.filter((_, at) => at !== i))}
                  />
                )
              }
            />
          </li>
        ))}
      </ol>
      {rows.length < most && (
        <Button
          className="mt-3"
          icon="plus"
          onClick={() => {
            flushSync(() => setAdding(true))
            document.getElementById(id(days.length))?.focus()
          }}
        >
          {t('records-event.day-add')}
        </Button>
      )}
    </fieldset>
  )
}
