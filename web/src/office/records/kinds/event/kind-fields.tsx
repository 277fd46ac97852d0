import { useT } from '../../../../i18n/context.tsx'
import { DateField } from '../../../kit/field/date-field.tsx'
import { DayGrid } from '../../../kit/field/day-grid.tsx'
import { lunarDay, lunarMonths, solarTerms } from '../../../kit/format/lunar-words.ts'
import { ChosenDays } from './chosen-days.tsx'
import { numbers, RegularFields, type KindProps } from './regular-fields.tsx'
import { toggled } from '../../../kit/field/toggled.ts'
import { SelectField } from '../../../kit/field/select-field.tsx'
import { WholeField } from '../../../kit/field/whole-field.tsx'

/** The fields of each kind of rule. */
export function KindFields(props: KindProps) {
  const { rule } = props
  if (rule.kind === 'dates') return <ChosenDays {...props} />
  if (rule.kind === 'regular') return <RegularFields {...props} />
  if (rule.kind === 'lunar-monthly') return <LunarDays {...props} />
  if (rule.kind === 'lunar-yearly') return <LunarYearly {...props} />
  return rule.kind === 'term' ? <Term {...props} /> : <Row {...props} />
}

function LunarDays({ rule, set, errorOf }: KindProps) {
  const t = useT()
  return (
    <DayGrid
      id="rule.lunarDays"
      legend={t('records.lunar-days')}
      choices={numbers(30).map((value) => ({ value, label: lunarDay(value), lang: 'zh-Hans' }))}
      value={rule.lunarDays ?? []}
      onChange={(n) => set({ lunarDays: toggled(rule.lunarDays, n) })}
      error={errorOf('rule.lunarDays')}
    />
  )
}

function LunarMonth({ rule, set, errorOf }: KindProps) {
  return (
    <SelectField
      id="rule.lunarMonth"
      label={useT()('records.lunar-month')}
      value={String(rule.lunarMonth ?? 1)}
      options={lunarMonths.map((name, i) => [String(i + 1), name])}
      onChange={(n) => set({ lunarMonth: Number(n) })}
      error={errorOf('rule.lunarMonth')}
    />
  )
}

function LunarYearly(props: KindProps) {
  return (
    <div className="space-y-5">
      <LunarMonth {...props} />
      <LunarDays {...props} />
    </div>
  )
}

function Term({ rule, set, errorOf }: KindProps) {
  const t = useT()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        id="rule.term"
        label={t('records-event.term')}
        value={rule.term ?? ''}
        options={solarTerms.map((name) => [name, name])}
        onChange={(term) => set({ term })}
        error={errorOf('rule.term')}
      />
      <WholeField
        id="rule.offset"
        least={-60}
        most={60}
        label={t('records-event.offset')}
        hint={t('records-event.offset-hint')}
        value={rule.offset ?? 0}
        onChange={(offset) => set({ offset: offset || undefined })}
        error={errorOf('rule.offset')}
      />
    </div>
  )
}

function Row(props: KindProps) {
  const { rule, set, errorOf } = props
  const t = useT()
  const begin = (start: string) => {
    const none = {
      days: undefined,
      lunarMonth: undefined,
      lunarDays: undefined,
      leap: undefined,
      term: undefined,
      offset: undefined,
    }
    const first = rule.days?.[0] ?? rule.from ?? ''
    if (start === 'day') set({ ...none, start, days: [first], from: undefined, until: undefined })
    else if (start === 'lunar') set({ ...none, start, lunarMonth: 7, lunarDays: [1], leap: 'first', from: first })
    else set({ ...none, start, term: '清明', from: first })
  }
  return (
    <div className="space-y-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          id="rule.start"
          label={t('records-event.start')}
          value={rule.start ?? 'day'}
          options={(['day', 'lunar', 'term'] as const).map((one) => [one, t(`records-event.start-${one}`)])}
          onChange={begin}
          error={errorOf('rule.start')}
        />
        <WholeField
          id="rule.length"
          least={2}
          most={60}
          label={t('records-event.length')}
          value={rule.length ?? 0}
          onChange={(length) => set({ length })}
          error={errorOf('rule.length')}
        />
      </div>
      {rule.start === 'day' && (
        <DateField
          id="rule.days"
          label={t('records-event.first-day')}
          ahead
          value={rule.days?.[0] ?? ''}
          onChange={(day) => set({ days: [day] })}
          error={errorOf('rule.days') ?? errorOf('rule.days[0]')}
        />
      )}
      {rule.start === 'lunar' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <LunarMonth {...props} />
          <SelectField
            id="rule.lunarDays"
            label={t('records.lunar-day')}
            value={String(rule.lunarDays?.[0] ?? 1)}
            options={numbers(30).map((n) => [String(n), lunarDay(n)])}
            onChange={(n) => set({ lunarDays: [Number(n)] })}
            error={errorOf('rule.lunarDays')}
          />
        </div>
      )}
      {rule.start === 'term' && <Term {...props} />}
    </div>
  )
}
