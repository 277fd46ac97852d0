import { useLocale, useT } from '../../../../i18n/context.tsx'
import { weekday } from '../../../../i18n/format.ts'
import { DayGrid } from '../../../kit/field/day-grid.tsx'
import type { Rule } from './event-queries.ts'
import { toggled } from '../../../kit/field/toggled.ts'
import { SelectField } from '../../../kit/field/select-field.tsx'

/** The props of a kind's fields. */
export type KindProps = {
  rule: Rule
  set: (part: Partial<Rule>) => void
  errorOf: (id: string) => string | undefined
}

/** 1 to n. */
export const numbers = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

/** The fields of weekly and monthly rules. */
export function RegularFields({ rule, set, errorOf }: KindProps) {
  const t = useT()
  const locale = useLocale()
  const way = rule.every === 'week' ? 'week' : rule.monthDays ? 'month-days' : 'month-weekdays'
  const choose = (next: string) => {
    if (next === 'month-days') set({ every: 'month', monthDays: [1], weekdays: undefined, nth: undefined })
    else if (next === 'week')
      set({ every: 'week', weekdays: rule.weekdays ?? [7], monthDays: undefined, nth: undefined })
    else set({ every: 'month', weekdays: rule.weekdays ?? [7], nth: [1], monthDays: undefined })
  }
  // 1 January 2024 was a Monday.
  const days = numbers(7).map((value) => ({
    value,
    label: weekday(locale, `2024-01-0${value}`).slice(0, 3),
  }))
  return (
    <div className="space-y-5">
      <SelectField
        id="rule.every"
        label={t('records-event.every')}
        value={way}
        options={(['week', 'month-weekdays', 'month-days'] as const).map((one) => [
          one,
          t(`records-event.every-${one}`),
        ])}
        onChange={choose}
        error={errorOf('rule.every')}
      />
      {way !== 'month-days' && (
        <DayGrid
          id="rule.weekdays"
          legend={t('records.weekdays')}
          choices={days}
          columns="grid-cols-4 sm:grid-cols-7"
          value={rule.weekdays ?? []}
          onChange={(n) => set({ weekdays: toggled(rule.weekdays, n) })}
          error={errorOf('rule.weekdays')}
        />
      )}
      {way === 'month-weekdays' && (
        <DayGrid
          id="rule.nth"
          legend={t('records-event.nth')}
          choices={([1, 2, 3, 4, 5, -1] as const).map((value) => ({ value, label: t(`records-event.nth-${value}`) }))}
          columns="grid-cols-3 sm:grid-cols-6"
          value={rule.nth ?? []}
          onChange={(n) => set({ nth: toggled(rule.nth, n) })}
          error={errorOf('rule.nth')}
        />
      )}
      {way === 'month-days' && (
        <DayGrid
          id="rule.monthDays"
          legend={t('records-event.month-days')}
          choices={numbers(31).map((value) => ({ value, label: String(value) }))}
          value={rule.monthDays ?? []}
          onChange={(n) => set({ monthDays: toggled(rule.monthDays, n) })}
          error={errorOf('rule.monthDays')}
        />
      )}
      <SelectField
        id="rule.interval"
        label={t('records-event.interval')}
        value={String(rule.interval || 1)}
        options={numbers(12).map((n) => [
          String(n),
          t(rule.every === 'week' ? 'records-event.each-weeks' : 'records-event.each-months', { count: n }),
        ])}
        onChange={(n) => set({ interval: n === '1' ? undefined : Number(n) })}
        error={errorOf('rule.interval')}
      />
    </div>
  )
}
