import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { figuresQuery } from './payment-queries.ts'
import type { Figures } from './payment-type.ts'
import { Panel } from '../../ui/panel.tsx'

type Figure = Figures['waiting']

/** The day at a glance: what waits, what was decided today, and whether the bank agrees. */
export function DeskHead() {
  const t = useT()
  const { data } = useQuery(figuresQuery)
  if (!data) return null
  return (
    <Panel size="s" aria-label={t('desk.head')} className="mb-5">
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
        <Tile label={t('desk.waiting')} figure={data.waiting} />
        <Tile label={t('desk.approved-today')} figure={data.approvedToday} />
        <Tile label={t('desk.rejected-today')} figure={data.rejectedToday} />
      </dl>
      <div className="mt-4 border-t border-line pt-3">
        {data.statements.length === 0 && <p className="text-ink-2">{t('desk.bank-none')}</p>}
        {data.statements.map((figures) => (
          <Statement key={`${figures.bank} ${figures.account}`} figures={figures} />
        ))}
      </div>
    </Panel>
  )
}

function Tile({ label, figure }: { label: string; figure: Figure }) {
  const t = useT()
  return (
    <div>
      <dt className="text-ink-2">{label}</dt>
      <dd>
        <span className="block font-display text-3xl font-semibold leading-tight">{money(figure.sum)}</span>
        <span className="text-ink-2">
          {figure.more ? t('desk.payments-more', { count: figure.count }) : t('desk.payments', { count: figure.count })}
        </span>
      </dd>
    </div>
  )
}

function Statement({ figures }: { figures: Figures['statements'][number] }) {
  const t = useT()
  const locale = useLocale()
  const { credits, approved, difference } = figures
  const at = (moment: string) => dateTime(locale, moment)
  return (
    <>
      <p className="mt-2 text-ink-2 first:mt-0">
        {[figures.bank, figures.account, t('desk.statement', { from: at(figures.from), through: at(figures.through) })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <dl className="mt-1 flex flex-wrap gap-x-8 gap-y-1">
        <Line label={t('desk.credits')}>
          {money(credits.sum)} · {t('desk.lines', { count: credits.count })}
        </Line>
        <Line label={t('desk.approved-of-it')}>
          {money(approved.sum)} · {t('desk.payments', { count: approved.count })}
        </Line>
        <Line label={t('desk.difference')}>
          <span className={difference === 0 ? 'text-jade' : 'text-cinnabar'}>
            {difference === 0
              ? t('desk.no-difference')
              : t(difference > 0 ? 'desk.bank-has-more' : 'desk.bank-has-less', {
                  amount: money(Math.abs(difference)),
                })}
          </span>
        </Line>
      </dl>
    </>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  )
}
