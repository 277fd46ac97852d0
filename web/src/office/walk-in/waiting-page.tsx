import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money, phone, time } from '../../i18n/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { waitingListQuery } from './walk-in-queries.ts'

/** Today's counter orders that still have no receipt image. */
export function WaitingPage() {
  const t = useT()
  const locale = useLocale()
  const list = useInfiniteQuery(waitingListQuery)
  return (
    <>
      <PageTop
        title={t('walk-in.waiting')}
        text={t('walk-in.waiting-text')}
        before={<BackLink to="/walk-in">{t('walk-in.new')}</BackLink>}
      />
      <KeyedList query={list} lines={5} empty={<EmptyState art="lamp" title={t('walk-in.none-waiting')} />}>
        {(rows) => (
          <ul className="max-w-4xl space-y-2.5">
            {rows.map((row) => (
              <li key={row.id}>
                <Link
                  href={`/walk-in/${row.id}`}
                  className="card flex flex-wrap items-center gap-x-5 gap-y-1 p-4 transition hover:bg-gold-1"
                >
                  <span className="min-w-0 grow basis-52">
                    <span className="block text-lg font-bold">
                      <PayerNames name={row.payer} chinese={row.payerChinese} />
                    </span>
                    <span className="block text-sm text-ink-2">
                      {[row.number, phone(row.mobile), time(locale, row.createdAt)].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  <span className="font-mono text-sm tracking-wide">{row.paymentReference}</span>
                  <span className="min-w-24 text-right text-lg font-bold">{money(row.due)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </KeyedList>
    </>
  )
}
