import { StatusBadge } from '../../features/invoice/status-badge.tsx'
import { statuses } from '../../domain/invoice.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money, phone } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import type { FoundRow } from './counter-queries.ts'

/** Orders to choose from, those with an amount due first. */
export function FoundList(props: {
  rows: readonly FoundRow[]
  /** The total number of results; absent until counted. */
  of?: { total: number; more: boolean }
  onChoose: (number: string) => void
  /** Loads further results. */
  onMore?: () => void
  pending: boolean
}) {
  const { rows, of, onChoose, onMore } = props
  const t = useT()
  const locale = useLocale()
  const sorted = rows.toSorted((a, b) => Number(b.due > 0) - Number(a.due > 0))
  return (
    <section>
      <h2 className="mb-3 text-lg">
        {t(of?.more ? 'counter.found-more' : 'counter.found', { count: of?.total ?? rows.length })}
      </h2>
      <ul className="space-y-2.5">
        {sorted.map((row) => {
          const status = statuses.find((known) => known === row.status)
          return (
            <li key={row.id}>
              <button
                type="button"
                onClick={() => onChoose(row.number)}
                className="card flex w-full flex-wrap items-center gap-x-5 gap-y-1 p-4 text-left transition hover:bg-gold-1"
              >
                <span className="min-w-0 grow basis-full sm:basis-52">
                  <span className="block text-lg font-bold">
                    <PayerNames name={row.payer} chinese={row.payerChinese} />
                  </span>
                  <span className="block text-sm text-ink-2">
                    {row.number} · <span className="whitespace-nowrap">{phone(row.mobile)}</span> ·{' '}
                    <span className="whitespace-nowrap">{date(locale, row.createdAt, 'short')}</span>
                  </span>
                </span>
                <span className="font-mono text-sm tracking-wide max-sm:hidden">{row.paymentReference}</span>
                {status && <StatusBadge status={status} />}
                <span className="min-w-24 grow text-right text-lg sm:grow-0 font-bold">
                  {money(row.due || row.subTotal)}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {onMore && (
        <Button className="mt-4" pending={props.pending} onClick={onMore}>
          {t('office.show-more')}
        </Button>
      )}
    </section>
  )
}
