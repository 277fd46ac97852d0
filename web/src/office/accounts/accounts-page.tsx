import { keyFor } from '../../i18n/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime, sgt } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { AccountsTabs } from './accounts-tabs.tsx'
import { Exports } from './exports.tsx'
import { Facts } from './facts.tsx'
import { LineTable } from './line-table.tsx'
import { PeriodBar } from './period-bar.tsx'
import { reportQuery, type FigurePlace, type Report, type ReportLine } from './report-queries.ts'
import { Summary } from './summary.tsx'
import { TakingsChart } from './takings-chart.tsx'

/** The takings of a day or a period; today when it is opened. */
export function AccountsPage() {
  const t = useT()
  const locale = useLocale()
  const search = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const from = search.get('from')
  const asked = from ? { from, to: search.get('to') ?? from } : undefined
  const report = useQuery(reportQuery(asked, locale))
  const { data } = report
  const [opened] = useState(() => Date.now())
  // The server's day, the same on every device.
  const today = sgt(data?.madeAt ?? opened)
  const iso = [today.year, today.month, today.day].map((n) => String(n).padStart(2, '0')).join('-')
  const period = asked ?? { from: data?.from ?? iso, to: data?.to ?? iso }
  const days =
    period.from === period.to
      ? date(locale, period.from)
      : `${date(locale, period.from, 'short')} – ${date(locale, period.to, 'short')}`
  return (
    <>
      <PageTop title={t('office.area-accounts')} text={days} before={<AccountsTabs here="report" />} />
      <PeriodBar
        period={period}
        today={iso}
        onPeriod={(chosen) => navigate(`/accounts?${new URLSearchParams(chosen)}`)}
      />
      <Loaded query={report} lines={8}>
        {(made) => (
          <div
            className={`space-y-4 ${report.isPlaceholderData ? 'opacity-60' : ''}`}
            aria-busy={report.isPlaceholderData || undefined}
          >
            <Figures report={made} />
            <Exports period={period} />
            <p className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-2">
              {t('accounts.made-at', { time: dateTime(locale, made.madeAt) })}
              <Button icon="print" className="no-print" onClick={() => window.print()}>
                {t('common.print-it')}
              </Button>
            </p>
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Overpaid amounts, by what became of them. */
const excess: Partial<Record<string, 'held' | 'donation' | 'refund'>> = {
  'excess-held': 'held',
  'excess-donation': 'donation',
  'excess-refund': 'refund',
}

function Figures({ report }: { report: Report }) {
  const t = useT()
  const nameOf = (line: ReportLine) => {
    const offering = line.title || t(keyFor('accounts.', line.key.startsWith('excess-') ? line.key : 'gone'))
    return line.fund ? t('office.line-fund', { offering, fund: line.fund.title }) : offering
  }
  const points = report.points ?? []
  const { from, to } = report
  type Of = 'payments' | 'refunds'
  const behind =
    (part: (line: ReportLine) => Partial<FigurePlace>) =>
    (line: ReportLine, of: Of): FigurePlace | undefined => {
      if (line.key === 'gone') return { of, from, to, offering: 'gone', fund: line.fund?.key }
      const above = excess[line.key]
      if (above) return of === 'refunds' ? { of: 'excess-back', from, to } : { of, from, to, above }
      return { of, from, to, ...part(line) }
    }
  return (
    <>
      {!report.ties && (
        <Notice kind="error" role="alert" title={t('accounts.ties-not')}>
          {t('accounts.ties-not-text')}
        </Notice>
      )}
      {report.unseen.count > 0 && (
        <Notice kind="warning">{t('accounts.unseen-note', { count: report.unseen.count })}</Notice>
      )}
      <Summary report={report} />
      {points.length > 1 && <TakingsChart points={points} months={report.months} from={from} to={to} />}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="space-y-4">
          <LineTable
            counts
            title={t('accounts.by-method')}
            lines={report.byMethod ?? []}
            nameOf={(line) => t(keyFor('accounts.method-', line.key))}
            listOf={behind(({ key }) => ({ method: key === 'cash' ? 'cash' : 'paynow' }))}
          />
          <LineTable
            counts
            title={t('accounts.by-clerk')}
            lines={report.byClerk ?? []}
            nameOf={(line) => line.title || t('accounts.no-name')}
            listOf={behind(({ key }) => ({ clerk: key }))}
          />
          <LineTable
            title={t('accounts.by-category')}
            lines={report.byCategory ?? []}
            nameOf={nameOf}
            listOf={behind(({ key }) => ({ category: key }))}
          />
        </div>
        <LineTable
          title={t('accounts.by-offering')}
          lines={report.byOffering ?? []}
          nameOf={nameOf}
          listOf={behind(({ key, fund }) => ({ offering: key, fund: fund?.key }))}
        />
      </div>
      <Facts report={report} />
    </>
  )
}
