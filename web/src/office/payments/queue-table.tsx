import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money, time } from '../../i18n/format.ts'
import { ageOf } from '../kit/age.ts'
import { PayerNames } from '../kit/payer-names.tsx'
import { Difference } from './difference.tsx'
import { RowMarks } from './row-marks.tsx'
import { searchOf, type QueuePlace, type QueueRow } from './payment-type.ts'

const head = 'bg-paper-2 px-3 py-2 lg:px-4 text-left text-sm font-semibold text-ink-2'
const cell = 'px-3 py-3 align-top lg:px-4 max-md:block max-md:px-0 max-md:py-0.5'

type Props = {
  rows: readonly QueueRow[]
  place: QueuePlace /** There is something of the bank to compare with. */
  hasStatement: boolean
}

/** The payments of a list; narrow screens show each as a card. */
export function QueueTable({ rows, place, hasStatement }: Props) {
  const t = useT()
  return (
    <table className="w-full max-md:block md:overflow-hidden md:rounded-card md:bg-card md:shadow-card">
      <caption className="sr-only">{t(`office.list-${place.status}`)}</caption>
      <thead className="max-md:sr-only">
        <tr>
          <th className={head}>{t('office.payer')}</th>
          <th className={head}>{t('invoice.reference')}</th>
          <th className={head}>{t('office.transferred-at')}</th>
          <th className={`${head} text-right`}>{t('office.amount')}</th>
          <th className={`${head} text-right`}>{t(place.status === 'pending' ? 'office.waits' : 'desk.decided')}</th>
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {rows.map((row) => (
          <Row key={row.id} row={row} place={place} hasStatement={hasStatement} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, place, hasStatement }: { row: QueueRow } & Omit<Props, 'rows'>) {
  const t = useT()
  return (
    <tr className="relative bg-card transition hover:bg-gold-1 has-focus-visible:bg-gold-1 max-md:block max-md:rounded-card max-md:p-4 max-md:shadow-card md:border-t md:border-line">
      <td className={cell}>
        <Link
          href={`/payments/${row.id}${searchOf(place)}`}
          data-row=""
          className="block font-bold after:absolute after:inset-0 focus-visible:outline-offset-[-3px] max-md:text-lg"
        >
          <PayerNames name={row.payer} chinese={row.payerChinese} />
        </Link>
        <span className="block text-sm text-ink-2">{row.invoiceNumber}</span>
        <RowMarks row={row} hasStatement={hasStatement} />
      </td>
      <td className={`${cell} font-mono tracking-wide`}>{row.paymentReference}</td>
      <td className={cell}>
        <span className="text-ink-2 md:hidden">{t('office.transferred-at')} </span>
        {row.transactionDateTime ? <Moment at={row.transactionDateTime} /> : t('office.unknown')}
      </td>
      <td className={`${cell} md:min-w-36 md:text-right`}>
        <span className="block whitespace-nowrap text-lg font-bold">{money(row.received ?? row.amount)}</span>
        <Difference due={row.amount} declared={row.declaredAmount} />
      </td>
      <td className={`${cell} text-ink-2 md:text-right`}>
        {row.status === 'pending' ? <Age since={row.createdAt} /> : <Moment at={row.decidedAt ?? row.createdAt} />}
        {row.status === 'pending' && row.cutOff && <CutOff at={row.cutOff} />}
      </td>
    </tr>
  )
}

function CutOff({ at }: { at: string }) {
  const t = useT()
  const locale = useLocale()
  return (
    // The date stays in one piece, whatever is written before or behind it.
    <span className="block break-keep text-sm">
      {t('desk.cut-off', { date: date(locale, at, 'short').replaceAll(' ', '\u00a0') })}
    </span>
  )
}

function Moment({ at }: { at: string }) {
  const locale = useLocale()
  return (
    <>
      <span className="inline-block whitespace-nowrap">{date(locale, at, 'short')}</span>{' '}
      <span className="inline-block whitespace-nowrap">{time(locale, at)}</span>
    </>
  )
}

function Age({ since }: { since: string }) {
  const t = useT()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const { unit, count } = ageOf(since, now)
  return (
    <span className={unit === 'days' ? 'whitespace-nowrap font-bold text-cinnabar' : 'whitespace-nowrap'}>
      {t(`office.waiting-${unit}`, { count })}
    </span>
  )
}
