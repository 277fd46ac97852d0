import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money, time } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { monthWords } from './month-queries.ts'
import { figureOf, figureQuery, type FigurePlace, type FigureRow } from './report-queries.ts'
import { Table } from '../kit/list/table.tsx'

const cell = 'px-3 py-2.5 align-top lg:px-4 max-md:block max-md:px-0 max-md:py-0.5'

/** The list of items that a figure of the accounts is the sum of. */
export function FigurePage() {
  const t = useT()
  const place = figureOf(useSearch())
  return (
    <>
      <BackLink to={place ? `/accounts?${new URLSearchParams({ from: place.from, to: place.to })}` : '/accounts'}>
        {t('accounts.list-back')}
      </BackLink>
      {place ? <Listed place={place} /> : <PageTop title={t('office.area-accounts')} />}
    </>
  )
}

function Listed({ place }: { place: FigurePlace }) {
  const t = useT()
  const locale = useLocale()
  const list = useInfiniteQuery(figureQuery(place, locale))
  const days = [...new Set([place.from, place.to])].map((day) => date(locale, day, 'short')).join(' – ')
  return (
    <>
      <PageTop
        title={t(`accounts.list-${place.of}`)}
        text={place.offering || place.category ? `${days} · ${t('accounts.list-whole')}` : days}
      />
      <KeyedList query={list} empty={<EmptyState art="sutra" title={t('accounts.list-none')} />}>
        {(rows) => <Figures rows={rows} of={place.of} />}
      </KeyedList>
    </>
  )
}

function Figures({ rows, of }: { rows: readonly FigureRow[]; of: FigurePlace['of'] }) {
  const t = useT()
  return (
    <Table
      cards
      caption={t(`accounts.list-${of}`)}
      className="md:overflow-hidden md:rounded-card md:bg-card md:shadow-card"
      headClass="bg-paper-2 px-3 py-2 text-left text-sm font-semibold text-ink-2 lg:px-4"
      bodyClass="max-md:space-y-3"
      heads={[
        t('office.field.when'),
        t('office.field.payer'),
        t('office.field.order'),
        t('office.field.clerk'),
        { text: t('office.field.amount'), right: true },
      ]}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </Table>
  )
}

function Row({ row }: { row: FigureRow }) {
  const t = useT()
  const locale = useLocale()
  const number = row.number ?? t('accounts.gone')
  return (
    <tr className="relative bg-card hover:bg-gold-1 has-focus-visible:bg-gold-1 max-md:block max-md:rounded-card max-md:p-4 max-md:shadow-card md:border-t md:border-line">
      <td className={`${cell} whitespace-nowrap text-ink-2`}>
        {date(locale, row.at, 'short')} {time(locale, row.at)}
      </td>
      <td className={`${cell} font-bold`}>
        <PayerNames name={row.payer} chinese={row.payerChinese} />
      </td>
      <td className={cell}>
        {row.invoiceId ? (
          <Link
            href={`/orders/${row.invoiceId}`}
            className="link whitespace-nowrap after:absolute after:inset-0 focus-visible:outline-offset-[-3px]"
          >
            {number}
          </Link>
        ) : (
          number
        )}
        {row.receipt && <span className="block text-sm text-ink-2">{row.receipt}</span>}
        {row.voidedAt && <Badge tone="over">{t('accounts.list-voided-mark')}</Badge>}
      </td>
      <td className={`${cell} text-ink-2`}>
        {row.clerk}
        {row.method && <span className="block text-sm">{t(keyFor('accounts.method-', row.method))}</span>}
        {row.reason && <span className="block text-sm">{t(keyFor('accounts.reason-', row.reason))}</span>}
      </td>
      <td className={`${cell} whitespace-nowrap md:text-right`}>
        <b className="tabular-nums">{money(row.amount)}</b>
        {(row.excess ?? 0) > 0 && (
          <span className="block text-sm text-ink-2">
            {t('accounts.list-excess', { amount: money(row.excess ?? 0) })}
          </span>
        )}
        {row.ofMonth && (
          <span className="block text-sm text-ink-2">
            {t('accounts.belongs', { month: monthWords(locale, row.ofMonth) })}
          </span>
        )}
        {row.unseen && <span className="block text-sm text-cinnabar">{t('accounts.not-seen')}</span>}
      </td>
    </tr>
  )
}
