import type { ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Figure } from './figure.tsx'
import type { FigurePlace, Report } from './report-queries.ts'

/** The three totals of a report, and the balance before it. */
export function Summary({ report }: { report: Report }) {
  const t = useT()
  const stayed = report.taken.amount - report.back.amount
  return (
    <section aria-label={t('accounts.summary')} className="grid gap-4 md:grid-cols-3">
      <SumCard
        title={t('accounts.taken')}
        amount={report.taken.amount}
        to={report.taken.count > 0 ? { of: 'payments', from: report.from, to: report.to } : undefined}
        note={t('accounts.payments-count', { count: report.taken.count })}
      />
      <SumCard
        title={t('accounts.back')}
        amount={-report.back.amount}
        to={report.back.count > 0 ? { of: 'refunds', from: report.from, to: report.to } : undefined}
        note={t('accounts.refunds-count', { count: report.back.count })}
      />
      <SumCard title={t('accounts.stayed')} amount={stayed} note={t('accounts.stayed-note')} strong />
      <p className="md:col-span-3">
        {t('accounts.carried', {
          opening: money(report.opening),
          stayed: money(stayed),
          closing: money(report.closing),
        })}
      </p>
    </section>
  )
}

function SumCard(props: { title: string; amount: number; note: ReactNode; strong?: boolean; to?: FigurePlace }) {
  return (
    <div className={`card break-inside-avoid p-5 ${props.strong ? 'border-2 border-gold' : ''}`}>
      <p className="font-semibold text-ink-2">{props.title}</p>
      <p className="whitespace-nowrap font-figures text-3xl font-bold">
        <Figure to={props.to}>{money(props.amount)}</Figure>
      </p>
      <p className="text-sm text-ink-2">{props.note}</p>
    </div>
  )
}
