import { useState } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { weekday } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldError } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DayGrid } from '../kit/day-grid.tsx'
import { lunarDay, lunarMonths } from '../kit/lunar-words.ts'
import { reordered } from '../kit/order.ts'
import { SortableRow } from '../kit/sortable-row.tsx'
import { useOrder } from '../kit/use-order.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { toggled } from '../kit/toggled.ts'
import { asClosed, lineDays, mostLines, onDays, readLines, writeLines, type OpeningLine } from './opening-lines.ts'

type Props = {
  /** The field as it is kept. */
  value: string
  error?: string
  onChange: (value: string) => void
  onFocus: () => void
}

/** When the temple is open: lines from the ordinary to the special, of which the last one that holds on a day counts. */
export function OpeningFields({ value, error, onChange, onFocus }: Props) {
  const t = useT()
  const lines = readLines(value)
  // A line has no name of its own: a key for each keeps the focus in its line while others are moved or go.
  const [keys, setKeys] = useState(() => lines.map((_, i) => i))
  const own = keys.length === lines.length ? keys : lines.map((_, i) => i)
  const put = (next: OpeningLine[], order: number[]) => {
    setKeys(order)
    onChange(writeLines(next))
  }
  const add = () =>
    put(
      [...lines, { on: 'weekday', days: [], opens: '07:00', closes: '17:30', name: { en: '', zh: '' } }],
      [...own, Math.max(-1, ...own) + 1],
    )
  const order = useOrder((from, to) => put(reordered(lines, from, to), reordered(own, from, to)))
  return (
    <fieldset id="field-opening" onFocus={onFocus}>
      <legend className="font-display text-xl font-semibold">{t('pages.opening')}</legend>
      <p className="mt-1 text-ink-2">{t('pages.opening-text')}</p>
      {error && <FieldError id="field-opening-error" text={error} />}
      <ol className="mt-2 divide-y divide-line">
        {lines.map((line, i) => (
          <SortableRow key={own[i]} list={order.list} at={i} onMove={order.move} className="py-5">
            {(handle) => (
              <>
                <div className="flex items-center gap-2">
                  {handle}
                  <p className="grow font-bold">{t('pages.opening-line', { line: i + 1 })}</p>
                  <span className="flex">
                    <IconButton
                      icon="up"
                      label={t('pages.opening-up', { line: i + 1 })}
                      disabled={i === 0}
                      onClick={() => order.move(i, i - 1)}
                    />
                    <IconButton
                      icon="down"
                      label={t('pages.opening-down', { line: i + 1 })}
                      disabled={i === lines.length - 1}
                      onClick={() => order.move(i, i + 1)}
                    />
                    <IconButton
                      icon="trash"
                      label={t('pages.opening-away', { line: i + 1 })}
                      onClick={() =>
                        put(
                          lines.filter((_, at) => at !== i),
                          own.filter((_, at) => at !== i),
                        )
                      }
                    />
                  </span>
                </div>
                <LineFields
                  line={line}
                  at={i}
                  onChange={(next) =>
                    put(
                      lines.map((one, at) => (at === i ? next : one)),
                      [...own],
                    )
                  }
                />
              </>
            )}
          </SortableRow>
        ))}
      </ol>
      {order.said}
      <Button icon="plus" onClick={add} disabled={lines.length >= mostLines}>
        {t('pages.opening-add')}
      </Button>
    </fieldset>
  )
}

function LineFields({ line, at, onChange }: { line: OpeningLine; at: number; onChange: (line: OpeningLine) => void }) {
  const t = useT()
  const id = `opening-${at}`
  return (
    <div className="mt-3 space-y-4">
      <SelectField
        id={`${id}-on`}
        label={t('pages.opening-on')}
        value={line.on}
        options={lineDays.map((one) => [one, t(`pages.opening-on-${one}`)] as const)}
        onChange={(on) => onChange(onDays(line, lineDays.find((one) => one === on) ?? 'every'))}
      />
      <Days id={id} line={line} onChange={onChange} />
      <Checkbox
        label={t('pages.opening-closed')}
        checked={line.closed ?? false}
        onChange={({ target }) => onChange(asClosed(line, target.checked))}
      />
      {!line.closed && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            id={`${id}-opens`}
            label={t('pages.opening-opens')}
            type="time"
            value={line.opens ?? ''}
            onChange={({ target }) => onChange({ ...line, opens: target.value })}
          />
          <TextField
            id={`${id}-closes`}
            label={t('pages.opening-closes')}
            hint={line.opens && line.closes && line.closes < line.opens ? t('pages.opening-past-midnight') : undefined}
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
            label={t(`pages.opening-name-${language}`)}
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

/** Which days a line is about. */
function Days({ id, line, onChange }: { id: string; line: OpeningLine; onChange: (line: OpeningLine) => void }) {
  const t = useT()
  const locale = useLocale()
  const pick = (one: number) => onChange({ ...line, days: toggled(line.days, one) })
  if (line.on === 'weekday')
    return (
      <DayGrid
        id={`${id}-days`}
        legend={t('dates.weekdays')}
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
        legend={t('dates.lunar-days')}
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
          label={t('dates.lunar-month')}
          value={String(line.month ?? 1)}
          options={lunarMonths.map((name, i) => [String(i + 1), name] as const)}
          onChange={(month) => onChange({ ...line, month: Number(month) })}
        />
        <SelectField
          id={`${id}-day`}
          label={t('dates.lunar-day')}
          value={String(line.day ?? 0)}
          options={[
            ['0', t('pages.opening-last-day')] as const,
            ...Array.from({ length: 30 }, (_, i) => [String(i + 1), lunarDay(i + 1)] as const),
          ]}
          onChange={(day) => onChange({ ...line, day: Number(day) })}
        />
      </div>
    )
  if (line.on === 'date')
    return (
      <TextField
        id={`${id}-date`}
        label={t('pages.day')}
        type="date"
        value={line.date ?? ''}
        onChange={({ target }) => onChange({ ...line, date: target.value })}
      />
    )
  return null
}
