import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { CloseMonth } from './close-month.tsx'
import { JournalLinks } from './journal-links.tsx'
import { monthWords, type Month, type Months } from './month-queries.ts'
import { ReopenMonth } from './reopen-month.tsx'

const tones = { closed: 'good', open: 'wait', running: 'over' } as const

/** A month: its state, who closed it, what can be done with it, and its journal. */
export function MonthRow({ month, months }: { month: Month; months: Months }) {
  const t = useT()
  const locale = useLocale()
  const name = monthWords(locale, month.month)
  const closings = month.closings ?? []
  const current = month.state === 'closed' ? closings[0] : undefined
  const earlier = closings.filter((one) => one.reopenedAt)
  const latest = months.reopen === month.month
  return (
    <li className="card flex flex-wrap items-center gap-x-5 gap-y-3 p-5">
      <div className="min-w-0 grow basis-64">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl">
          {name}
          <Badge tone={tones[month.state]} size="low">
            {t(`months.state-${month.state}`)}
          </Badge>
        </h2>
        {current && (
          <>
            <p className="text-sm text-ink-2">
              {t('months.closed-by', { who: current.closedBy, when: dateTime(locale, current.closedAt) })}
            </p>
            <p>
              {t('accounts.taken')} {money(current.taken)} · {t('accounts.back')} {money(current.back)} ·{' '}
              {t('months.lines', { count: current.lines })}
            </p>
            <details className="mt-1 text-sm text-ink-2">
              <summary className="min-h-8 cursor-pointer">{t('months.file')}</summary>
              <code className="break-all">{current.sha256}</code>
            </details>
          </>
        )}
        {earlier.length > 0 && (
          <details className="mt-1 text-sm text-ink-2">
            <summary className="min-h-8 cursor-pointer">{t('months.history')}</summary>
            <ul className="space-y-1">
              {earlier.map((one) => (
                <li key={one.closedAt}>
                  {t('months.closed-by', { who: one.closedBy, when: dateTime(locale, one.closedAt) })}{' '}
                  {t('months.reopened-by', {
                    who: one.reopenedBy ?? '',
                    when: dateTime(locale, one.reopenedAt ?? ''),
                    reason: one.reason ?? '',
                  })}
                </li>
              ))}
            </ul>
          </details>
        )}
        {latest && months.mine && <p className="mt-1 text-sm text-ink-2">{t('months.mine')}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {months.next?.month === month.month && <CloseMonth next={months.next} />}
        {latest && !months.mine && <ReopenMonth month={month.month} />}
        <JournalLinks of={month.month} name={t('months.journal-of', { month: name })} />
      </div>
    </li>
  )
}
