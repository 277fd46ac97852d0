import { Link } from 'wouter'
import { StatusBadge } from '../../features/invoice/status-badge.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money, phone, time } from '../../i18n/format.ts'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { SortHead } from '../kit/list/sort-head.tsx'
import { searchOf, type OrderRow, type OrdersPlace, type Sort } from './order-queries.ts'
import { Table } from '../kit/list/table.tsx'

const head = 'bg-paper-2 px-3 py-2 lg:px-4 text-left text-sm font-semibold text-ink-2'
const cell = 'px-3 py-3 align-top lg:px-4 max-md:block max-md:px-0 max-md:py-0.5'

type Props = { rows: readonly OrderRow[]; place: OrdersPlace; onSort: (sort: Sort) => void }

/** Orders, sortable by amount or day; on narrow screens each row is a card. Search results are sorted newest first. */
export function OrdersTable({ rows, place, onSort }: Props) {
  const t = useT()
  const sorted = (
    [
      [t('office.field.amount'), { down: 'most', up: 'least' }],
      [t('orders.made'), { down: 'newest', up: 'oldest' }],
    ] as const
  ).map(([text, by]) =>
    place.q ? (
      { text, right: true }
    ) : (
      <SortHead key={text} className={`${head} text-right`} text={text} by={by} now={place.sort} onSort={onSort} />
    ),
  )
  return (
    <Table
      cards
      caption={t(`orders.show-${place.show}`)}
      className="md:overflow-hidden md:rounded-card md:bg-card md:shadow-card"
      headClass={head}
      bodyClass="max-md:space-y-3"
      heads={[
        t('office.field.payer'),
        t('office.field.order'),
        t('office.field.offering'),
        t('common.field.status'),
        ...sorted,
      ]}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} search={searchOf(place)} />
      ))}
    </Table>
  )
}

function Row({ row, search }: { row: OrderRow; search: string }) {
  const t = useT()
  const locale = useLocale()
  return (
    <tr className="relative bg-card transition hover:bg-gold-1 has-focus-visible:bg-gold-1 max-md:block max-md:rounded-card max-md:p-4 max-md:shadow-card md:border-t md:border-line">
      <td className={cell}>
        <Link
          href={`/orders/${row.id}${search}`}
          className="block font-bold after:absolute after:inset-0 focus-visible:outline-offset-[-3px] max-md:text-lg"
        >
          {row.payer || row.payerChinese ? (
            <PayerNames name={row.payer} chinese={row.payerChinese} />
          ) : (
            t('office.no-name')
          )}
        </Link>
        {row.mobile && <span className="block text-sm text-ink-2">{phone(row.mobile)}</span>}
      </td>
      <td className={cell}>
        <span className="block whitespace-nowrap">{row.number}</span>
        <span className="block font-mono text-sm tracking-wide text-ink-2">{row.paymentReference}</span>
      </td>
      <td className={cell}>
        {(row.ordered ?? []).slice(0, 2).map(({ title, optionTitle, quantity }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- items may repeat, and have no state
          <span key={at} className="block leading-snug">
            {title}
            <span className="text-sm text-ink-2">
              {optionTitle && ` ${optionTitle}`}
              {quantity > 1 && ` × ${quantity}`}
            </span>
          </span>
        ))}
        {(row.ordered?.length ?? 0) > 2 && (
          <span className="block text-sm text-ink-2">
            {t('office.ordered-more', { count: (row.ordered?.length ?? 0) - 2 })}
          </span>
        )}
      </td>
      <td className={cell}>
        <StatusBadge status={row.status} />
      </td>
      <td className={`${cell} md:text-right`}>
        <span className="block whitespace-nowrap text-lg font-bold">{money(row.subTotal)}</span>
        {row.due > 0 && row.due < row.subTotal && (
          <span className="block whitespace-nowrap text-sm text-cinnabar">
            {t('orders.rest', { amount: money(row.due) })}
          </span>
        )}
      </td>
      <td className={`${cell} text-ink-2 md:text-right`}>
        <span className="inline-block whitespace-nowrap">{date(locale, row.createdAt, 'short')}</span>{' '}
        <span className="inline-block whitespace-nowrap">{time(locale, row.createdAt)}</span>
      </td>
    </tr>
  )
}
