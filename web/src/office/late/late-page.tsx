import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { figuresQuery } from '../kit/query/figures-query.ts'
import { lateId, lateQuery, type LateRow } from './late-queries.ts'

/** Late money: transfers without an order, or above the amount due, listed until decided. */
export function LatePage() {
  const t = useT()
  const list = useInfiniteQuery(lateQuery)
  const figures = useQuery(figuresQuery).data
  const undecided = figures !== undefined && figures.undecided.count + figures.filesWait + figures.rowsUnread > 0
  return (
    <>
      <PageTop title={t('office.area-late')} text={t('late.late-text')} />
      <KeyedList
        query={list}
        count={list.data?.pages[0]}
        empty={
          <EmptyState
            art="flowers"
            title={t('late.late-none')}
            text={!undecided && figures?.through ? t('late.late-none-text') : undefined}
          >
            {undecided && (
              <Link href="/bank" className="link">
                {t('late.late-none-undecided')}
              </Link>
            )}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="space-y-3">
            {rows.map((row) => (
              <Row key={lateId(row)} row={row} />
            ))}
          </ul>
        )}
      </KeyedList>
    </>
  )
}

function Row({ row }: { row: LateRow }) {
  const t = useT()
  const locale = useLocale()
  return (
    <li className="card relative flex flex-wrap items-center gap-x-6 gap-y-2 p-5 transition hover:bg-gold-1 has-focus-visible:bg-gold-1">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          href={`/late/${lateId(row)}`}
          className="block text-lg font-bold after:absolute after:inset-0 focus-visible:outline-offset-[-3px]"
        >
          {row.payer || row.payerChinese ? (
            <PayerNames name={row.payer} chinese={row.payerChinese} />
          ) : (
            t('office.no-name')
          )}
        </Link>
        <p>{t(`late.for-${row.for}`, { number: row.invoiceNumber ?? '' })}</p>
        <p className="text-sm text-ink-2">
          <span className="font-mono tracking-wide">{row.paymentReference}</span> · {date(locale, row.at, 'short')} ·{' '}
          {t(row.kind === 'excess' ? 'late.is-here' : row.arrived ? 'late.is-seen' : 'late.is-declared')}
        </p>
      </div>
      <p className="text-2xl font-bold">{money(row.amount)}</p>
      <Icon name="arrow" className="text-gold-7 max-sm:hidden" />
    </li>
  )
}
