import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money, time } from '../../i18n/format.ts'
import { ageOf } from '../kit/format/age.ts'
import { useNow } from '../kit/format/use-now.ts'
import { InBank } from './in-bank.tsx'
import { RowMarks } from './row-marks.tsx'
import { searchOf, type QueuePlace, type QueueRow } from './payment-type.ts'
import { Table } from '../kit/list/table.tsx'

const cell =
  'px-2 py-1 align-middle leading-tight first:pl-4 last:pr-4 max-md:block max-md:px-0 max-md:py-0.5 max-md:first:pl-0'

type Props = { rows: readonly QueueRow[]; place: QueuePlace }

/** The payments of a list, each on two lines; on narrow screens each row is a card. */
export function QueueTable({ rows, place }: Props) {
  const t = useT()
  return (
    <Table
      cards
      caption={t(`payments.list-${place.status}`)}
      className="md:overflow-hidden md:rounded-card md:bg-card md:shadow-card"
      headClass="bg-paper-2 px-2 py-1.5 text-left text-xs font-semibold text-ink-2 first:pl-4 last:pr-4"
      bodyClass="text-sm max-md:space-y-3"
      heads={[
        { text: t('payments.picture'), hidden: true },
        t('office.field.payer'),
        t('office.field.order'),
        { text: t('payments.due-declared'), right: true },
        t('office.field.bank'),
        t('payments.look-at'),
        { text: t(place.status === 'pending' ? 'payments.waits' : 'payments.decided'), right: true },
      ]}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} place={place} />
      ))}
    </Table>
  )
}

function Row({ row, place }: { row: QueueRow; place: QueuePlace }) {
  const t = useT()
  const { payer, payerChinese, amount, declaredAmount } = row
  const second = payer && payerChinese !== payer ? payerChinese : ''
  return (
    <tr className="relative h-[50px] bg-card transition hover:bg-gold-1 has-focus-visible:bg-gold-1 has-focus-visible:shadow-[inset_4px_0_0_var(--color-cinnabar)] max-md:grid max-md:h-auto max-md:grid-cols-[3.5rem_minmax(0,1fr)] max-md:rounded-card max-md:p-4 max-md:shadow-card md:border-t md:border-line">
      <td className={`${cell} w-10 max-md:row-span-6`}>
        {row.picture && (
          <img
            src={row.picture}
            alt=""
            loading="lazy"
            className="h-[42px] w-[27px] rounded bg-white object-cover object-top shadow-[0_0_0_1px_var(--color-line)] max-md:h-20 max-md:w-12"
          />
        )}
      </td>
      <td className={cell}>
        <Link
          href={`/payments/${row.id}${searchOf(place)}`}
          data-row={row.id}
          className="block font-bold after:absolute after:inset-0 focus-visible:outline-offset-[-3px]"
        >
          {payer || payerChinese || t('office.unknown')}
          {second && (
            <span lang="zh-Hans" className="block text-xs font-normal leading-tight text-ink-2">
              {second}
            </span>
          )}
        </Link>
      </td>
      <td className={cell}>
        <span className="whitespace-nowrap">{row.invoiceNumber}</span>
        <span className="block text-xs text-ink-2">
          {row.items > 1 ? t('payments.items', { count: row.items }) : row.title}
        </span>
      </td>
      <td className={`${cell} whitespace-nowrap md:text-right`}>
        <b>{money(row.received ?? amount)}</b>
        <span className={`block text-xs ${declaredAmount === amount ? 'text-ink-2' : 'font-bold text-cinnabar'}`}>
          {declaredAmount === amount
            ? t('payments.declared-same')
            : t('payments.declared-other', { amount: money(declaredAmount) })}
        </span>
      </td>
      <td className={cell}>
        <InBank row={row} />
      </td>
      <td className={cell}>
        <RowMarks row={row} />
      </td>
      <td className={`${cell} whitespace-nowrap text-ink-2 md:text-right`}>
        {row.status === 'pending' ? <Age since={row.createdAt} /> : <Moment at={row.decidedAt ?? row.createdAt} />}
      </td>
    </tr>
  )
}

function Moment({ at }: { at: string }) {
  const locale = useLocale()
  return (
    <>
      <span className="inline-block">{date(locale, at, 'short')}</span>{' '}
      <span className="inline-block">{time(locale, at)}</span>
    </>
  )
}

function Age({ since }: { since: string }) {
  const t = useT()
  const { unit, count } = ageOf(since, useNow())
  return (
    <span className={unit === 'days' ? 'font-bold text-cinnabar' : ''}>
      <span className="md:hidden">{t(`office.waiting-${unit}`, { count })}</span>
      <span className="max-md:hidden">{t(`payments.age-${unit}`, { count })}</span>
    </span>
  )
}
