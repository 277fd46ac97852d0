import { useState, type ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, sgt } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { TitledPanel } from '../../ui/titled-panel.tsx'
import { progressOf, type StandingLamp } from './lamp.ts'

/** The term of a lamp, the elapsed share, and what follows: `says` describes its subscription. */
export function LampTerm({ lamp, says }: { lamp: StandingLamp; says: ReactNode }) {
  const t = useT()
  const locale = useLocale()
  const [now] = useState(() => Date.now())
  const { running } = lamp
  const from = running?.startsAt ?? lamp.from
  const until = running?.endsAt ?? lamp.until
  // For a subscription, the bar shows the paid term.
  const begun = until && running ? startOfTerm(until, running.term, from) : from
  const year = running ? sgt(begun).year - sgt(from).year + 1 : 1
  const progress = until ? progressOf(begun, until, now) : undefined
  return (
    <TitledPanel id={`term-${lamp.id}`} title={t('lamp.term-title')}>
      <p className="font-bold">
        {until
          ? t('lamp.term', { from: date(locale, begun, 'short'), until: date(locale, until, 'short') })
          : t('lamp.term-open', { from: date(locale, from, 'short') })}
      </p>
      {progress && (
        <>
          <ProgressBar
            label={t('lamp.term-title')}
            done={progress.done}
            total={progress.total}
            className="mb-2 mt-3 h-3"
          />
          <p className="flex justify-between gap-4 text-ink-2">
            <span>{t('lamp.days-left', { count: progress.left })}</span>
            {year > 1 && <span>{t('lamp.year', { count: year })}</span>}
          </p>
        </>
      )}
      {lamp.state === 'kept' && (
        <div className="mt-4">
          <Notice kind="warning">{t('lamp.kept-text')}</Notice>
        </div>
      )}
      {running && (
        <div className="mt-4">
          <Notice kind={lamp.state === 'kept' ? 'info' : 'success'}>{says}</Notice>
        </div>
      )}
    </TitledPanel>
  )
}

/** The midnight at which the term that ends at `until` began; for the first term, the start of the subscription. */
function startOfTerm(until: string, term: 'monthly' | 'yearly', first: string): string {
  const { year, month, day } = sgt(until)
  const back = term === 'yearly' ? Date.UTC(year - 1, month - 1, day) : Date.UTC(year, month - 2, day)
  const start = new Date(back - 8 * 3_600_000).toISOString()
  return start < new Date(first).toISOString() ? first : start
}
