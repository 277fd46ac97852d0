import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { DateField } from '../../kit/field/date-field.tsx'
import { lunarDay, lunarMonths, solarTerms } from '../../kit/format/lunar-words.ts'
import { SelectField } from '../../kit/field/select-field.tsx'
import { isDays, readBookingDay, writeBookingDay, type BookingDay } from './booking-day.ts'
import type { RecordWork } from '../frame/use-record-work.ts'

const first: Record<BookingDay['by'], BookingDay> = {
  none: { by: 'none' },
  on: { by: 'on', day: '' },
  term: { by: 'term', term: '冬至', days: '0' },
  lunar: { by: 'lunar', month: 7, day: 15, days: '0' },
}

type Props = { name: 'opens' | 'closes'; label: string; none: string; work: RecordWork }

/** A calendar day, or one counted from a day of the almanac; `none` explains what an empty field means. */
export function DayField({ name, label, none, work: { keeper, snapshot } }: Props) {
  const t = useT()
  const [value, setValue] = useState(() => readBookingDay(snapshot.fields[name] ?? ''))
  const change = (next: BookingDay) => {
    setValue(next)
    keeper.type(name, writeBookingDay(next))
  }
  const days = (given: { days: string }, onChange: (days: string) => void) => (
    <TextField
      id={`${name}-days`}
      label={t('records.days')}
      inputMode="numeric"
      value={given.days}
      error={isDays(given.days) ? undefined : t('records.days-wrong')}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField
        id={`field-${name}`}
        label={label}
        error={value.by === 'none' || ('days' in value && isDays(value.days)) ? snapshot.errors[name] : undefined}
        value={value.by}
        options={[
          ['none', none],
          ['on', t('records.day-on')],
          ['term', t('records.day-term')],
          ['lunar', t('records.day-lunar')],
        ]}
        onChange={(by) => change(Object.values(first).find((one) => one.by === by) ?? first.none)}
      />
      {value.by === 'on' && (
        <DateField
          id={`${name}-day`}
          label={t('office.field.day')}
          ahead={name === 'closes'}
          value={value.day}
          error={snapshot.errors[name]}
          onChange={(day) => change({ by: 'on', day })}
        />
      )}
      {value.by === 'term' && (
        <>
          <SelectField
            id={`${name}-term`}
            label={t('records.term')}
            value={value.term}
            options={solarTerms.map((term) => [term, term] as const)}
            onChange={(term) => change({ ...value, term })}
          />
          {days(value, (given) => change({ ...value, days: given }))}
        </>
      )}
      {value.by === 'lunar' && (
        <>
          <SelectField
            id={`${name}-month`}
            label={t('records.month')}
            value={String(value.month)}
            options={lunarMonths.map((month, i) => [String(i + 1), month] as const)}
            onChange={(month) => change({ ...value, month: Number(month) })}
          />
          <SelectField
            id={`${name}-month-day`}
            label={t('records.month-day')}
            value={String(value.day)}
            options={Array.from({ length: 30 }, (_, i) => [String(i + 1), lunarDay(i + 1)] as const)}
            onChange={(day) => change({ ...value, day: Number(day) })}
          />
          {days(value, (given) => change({ ...value, days: given }))}
        </>
      )}
    </div>
  )
}
