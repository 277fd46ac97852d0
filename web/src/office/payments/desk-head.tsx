import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import type { Translate } from '../../i18n/messages.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import { shortDay } from '../kit/format/short-day.ts'
import { figuresQuery } from '../kit/query/figures-query.ts'
import { bankAgrees } from './payment-queries.ts'
import { listOf, searchOf, type Figures } from './payment-type.ts'

type Figure = Figures['waiting']

/** Today's figures: waiting payments, decisions, how far bank statements reach, and differences. */
export function DeskHead() {
  const t = useT()
  const locale = useLocale()
  const { data } = useQuery(figuresQuery)
  return (
    <section
      aria-label={t('payments.head')}
      className="card mb-3 flex min-h-18 flex-wrap items-center gap-x-5 gap-y-2 px-5 py-2 lg:-mt-3"
    >
      <div className="[&_h1]:text-2xl [&>div]:mb-0">
        <PageTop title={t('office.area-payments')} />
      </div>
      {data && (
        <dl className="flex grow flex-wrap items-center gap-x-5 gap-y-2">
          <Tile label={t('payments.waiting')}>
            <Sum figure={data.waiting} />
          </Tile>
          <Tile label={t('payments.approved-today')}>
            <Sum figure={data.approvedToday} />
          </Tile>
          <Tile label={t('payments.rejected-today')}>
            <Sum figure={data.rejectedToday} />
          </Tile>
          <Tile label={t('payments.known-to')}>
            <b>{data.through ? shortDay(locale, data.through) : '–'}</b>{' '}
            <Link href="/bank" className="link text-sm">
              {t('payments.upload')}
            </Link>
          </Tile>
          <div className="border-l border-line pl-5 text-sm leading-snug">
            <dt className="sr-only">{t('payments.difference')}</dt>
            <dd>
              {bankAgrees(data) ? (
                <span className="text-jade">{t('payments.no-difference')}</span>
              ) : (
                data.withoutOrder.count === 0 &&
                data.notInBank.count === 0 && (
                  <Link href="/bank" className="link">
                    {whatIsLeft(t, data)}
                  </Link>
                )
              )}
              {data.withoutOrder.count > 0 && (
                <Differs
                  to={data.withoutOrder.statementId ? `/bank/${data.withoutOrder.statementId}?tab=none` : '/bank'}
                  figure={data.withoutOrder}
                  words={t('payments.without-order', { amount: money(data.withoutOrder.sum) })}
                />
              )}
              {data.notInBank.count > 0 && (
                <Differs
                  to={`/payments${searchOf({ ...listOf('approved', ''), bank: 'missing' })}`}
                  figure={data.notInBank}
                  words={t('payments.not-in-bank', { amount: money(data.notInBank.sum) })}
                />
              )}
            </dd>
          </div>
        </dl>
      )}
    </section>
  )
}

/** What must be done before bank and payments can be compared. */
function whatIsLeft(t: Translate, figures: Figures): string {
  if (!figures.through) return t('payments.no-statement')
  if (figures.filesWait > 0) return t('payments.files-wait')
  if (figures.undecided.count > 0) return t('payments.undecided', { amount: money(figures.undecided.sum) })
  return t('payments.rows-unread', { count: figures.rowsUnread })
}

function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="whitespace-nowrap border-l border-line pl-5 leading-snug">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Sum({ figure }: { figure: Figure }) {
  const t = useT()
  return (
    <>
      <b>{money(figure.sum)}</b>{' '}
      <span className="rounded-full bg-gold-1 px-2 text-sm font-bold text-gold-7">
        {figure.more ? t('payments.count-more', { count: figure.count }) : figure.count}
      </span>
    </>
  )
}

function Differs({ to, figure, words }: { to: string; figure: Pick<Figure, 'count' | 'more'>; words: string }) {
  const t = useT()
  return (
    <p className="whitespace-nowrap">
      <Link href={to} className="link">
        {words}
      </Link>{' '}
      {figure.more ? t('payments.count-more', { count: figure.count }) : figure.count}
    </p>
  )
}
