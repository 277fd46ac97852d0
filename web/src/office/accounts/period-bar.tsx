import { useState, type FormEvent } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../kit/field/date-field.tsx'
import { periodOf, presets, presetsOf, whole, type Period } from './periods.ts'

type Props = { period: Period; today: string; onPeriod: (period: Period) => void }

/** Chooses the days of the report: presets by one click, others by dates. */
export function PeriodBar({ period, today, onPeriod }: Props) {
  const t = useT()
  const chosen = presetsOf(period, today)
  return (
    <div className="no-print mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div role="group" aria-label={t('accounts.period')} className="flex flex-wrap gap-1 rounded-3xl bg-paper-2 p-1.5">
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={chosen.includes(preset)}
            onClick={() => onPeriod(periodOf(preset, today))}
            className={`min-h-12 rounded-[1.1rem] px-4 font-bold ${chosen.includes(preset) ? 'bg-card shadow-card' : 'hover:bg-gold-1'}`}
          >
            {t(`accounts.${preset}`)}
          </button>
        ))}
      </div>
      <OwnDates key={`${period.from} ${period.to}`} period={period} onPeriod={onPeriod} />
    </div>
  )
}

function OwnDates({ period, onPeriod }: Omit<Props, 'today'>) {
  const t = useT()
  const [own, setOwn] = useState(period)
  const [wrong, setWrong] = useState(false)
  const show = (event: FormEvent) => {
    event.preventDefault()
    setWrong(!whole(own))
    if (whole(own)) onPeriod(own)
  }
  return (
    <form onSubmit={show} noValidate className="flex flex-wrap items-end gap-3">
      {(['from', 'to'] as const).map((end) => (
        <DateField
          key={end}
          className="w-60"
          label={<span className="block text-sm text-ink-2">{t(`accounts.${end}`)}</span>}
          value={own[end]}
          onChange={(day) => setOwn({ ...own, [end]: day })}
        />
      ))}
      <Button type="submit">{t('accounts.show')}</Button>
      {wrong && (
        <p role="alert" className="w-full text-cinnabar">
          {t('accounts.period-wrong')}
        </p>
      )}
    </form>
  )
}
