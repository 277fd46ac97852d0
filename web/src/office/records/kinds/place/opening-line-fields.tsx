import { useLocale, useT } from '../../../../i18n/context.tsx'
import { weekday } from '../../../../i18n/format.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { DateField } from '../../../kit/field/date-field.tsx'
import { DayGrid } from '../../../kit/field/day-grid.tsx'
import { lunarDay, lunarMonths } from '../../../kit/format/lunar-words.ts'
import { SelectField } from '../../../kit/field/select-field.tsx'
import { toggled } from '../../../kit/field/toggled.ts'
import { asClosed, lineDays, onDays, type OpeningLine } from './opening-lines.ts'

/** The fields of one opening hours line: days, times, and text. */
export function OpeningLineFields({
  line,
  at,
  onChange,
}: {
  line: OpeningLine
  at: number
  onChange: (line: OpeningLine) => void
}) {
  const t = useT()
  const id = `opening-${at}`
  return (
    <div className="mt-3 space-y-4">
      <SelectField
        id={`${id}-on`}
        label={t('records-place.opening-on')}
        value={line.on}
        options={lineDays.map((one) => [one, t(`records-place.opening-on-${one}`)] as const)}
        onChange={(on) => onChange(onDays(line, lineDays.find((one) => one === on) ?? 'every'))}
      />
      <Days id={id} line={line} onChange={onChange} />
      <Checkbox
        label={t('records-place.opening-closed')}
        checked={line.closed ?? false}
        onChange={({ target }) => onChange(asClosed(line, target.checked))}
      />
      {!line.closed && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            id={`${id}-opens`}
            label={t('records-place.opening-opens')}
            type="time"
            value={line.opens ?? ''}
            onChange={({ target }) => onChange({ ...line, opens: target.value })}
          />
          <TextField
            id={`${id}-closes`}
            label={t('records-place.opening-closes')}
            hint={
              line.opens && line.closes && line.closes < line.opens
                ? t('records-place.opening-past-midnight')
                : undefined
            }
            type="time"
            value={line.closes ?? ''}
            onChange={({ target }) => onChange({ ...line, closes: target.value })}
          />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {(['en', 'zh'] as const).map((language) => (
          <TextField
            key={language}
            id={`${id}-name-${language}`}
            label={t(`records-place.opening-name-${language}`)}
            optional
            lang={language === 'zh' ? 'zh-Hans' : 'en'}
            maxLength={100}
            value={line.name[language]}
            onChange={({ target }) => onChange({ ...line, name: { ...line.name, [language]: target.value } })}
          />
        ))}
      </div>
    </div>
  )
}

/** The days to which a line applies. */
function Days({ id, line, onChange }: { id: string; line: OpeningLine; onChange: (line: OpeningLine) => void }) {
  const t = useT()
  const locale = useLocale()
  const pick = (one: number) => onChange({ ...line, days: toggled(line.days, one) })
  if (line.on === 'weekday')
    return (
      <DayGrid
        id={`${id}-days`}
        legend={t('records.weekdays')}
        columns="grid-cols-4 sm:grid-cols-7"
        // 5 January 1970 was a Monday.
        choices={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: day, label: weekday(locale, (day + 3) * 86_400_000) }))}
        value={line.days ?? []}
        onChange={pick}
      />
    )
  if (line.on === 'lunar-day')
    return (
      <DayGrid
        id={`${id}-days`}
        legend={t('records.lunar-days')}
        choices={Array.from({ length: 30 }, (_, i) => ({ value: i + 1, label: lunarDay(i + 1), lang: 'zh-Hans' }))}
        value={line.days ?? []}
        onChange={pick}
      />
    )
  if (line.on === 'lunar-date')
    return (
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          id={`${id}-month`}
          label={t('records.lunar-month')}
          value={String(line.month ?? 1)}
          options={lunarMonths.map((name, i) => [String(i + 1), name] as const)}
          onChange={(month) => onChange({ ...line, month: Number(month) })}
        />
        <SelectField
          id={`${id}-day`}
          label={t('records.lunar-day')}
          value={String(line.day ?? 0)}
          options={[
            ['0', t('records-place.opening-last-day')] as const,
            ...Array.from({ length: 30 }, (_, i) => [String(i + 1), lunarDay(i + 1)] as const),
          ]}
          onChange={(day) => onChange({ ...line, day: Number(day) })}
        />
      </div>
    )
  if (line.on === 'date')
    return (
      <DateField
        id={`${id}-date`}
        label={t('office.field.day')}
        ahead
        value={line.date ?? ''}
        onChange={(date) => onChange({ ...line, date })}
      />
    )
  return null
}
