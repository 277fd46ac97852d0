import { useT } from '../i18n/context.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { DateParts } from '../ui/date-parts.tsx'
import { mayBeLeap, type BirthDraft } from '../domain/form/draft.ts'

type Props = {
  id: string
  label: string
  hint?: string
  error?: string
  optional: boolean
  value: BirthDraft
  onChange: (value: BirthDraft) => void
}

const calendars = ['solar', 'lunar'] as const

/** A birth date in the calendar that the family knows it in. The leap month is asked for only in years that have it. */
export function BirthDate({ id, label, hint, error, optional, value, onChange }: Props) {
  const t = useT()
  return (
    <div className="space-y-2">
      <DateParts
        id={id}
        legend={label}
        hint={hint}
        error={error}
        optional={optional}
        value={value}
        onChange={(parts) => onChange({ ...value, ...parts })}
      />
      <fieldset>
        <legend className="sr-only">{t('form.calendar-of', { label })}</legend>
        <div className="flex flex-wrap gap-x-6">
          {calendars.map((calendar) => (
            <label key={calendar} className="flex min-h-11 items-center gap-2.5">
              <input
                type="radio"
                name={`${id}-calendar`}
                value={calendar}
                checked={value.calendar === calendar}
                onChange={() => onChange({ ...value, calendar })}
                className="h-6 w-6 shrink-0 accent-cinnabar"
              />
              {t(`form.${calendar}`)}
            </label>
          ))}
        </div>
      </fieldset>
      {mayBeLeap(value) && (
        <Checkbox
          id={`${id}-leap`}
          label={t('form.leap')}
          checked={value.leap}
          onChange={(event) => onChange({ ...value, leap: event.target.checked })}
        />
      )}
    </div>
  )
}
