import { keyFor } from '../../i18n/messages.ts'
import type { ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { Figure } from './figure.tsx'
import type { FigurePlace, Report } from './report-queries.ts'
import { Panel } from '../../ui/panel.tsx'

/** The status filter of the orders list for amounts still due. */
const outstanding = {
  'awaiting-payment': 'awaiting',
  'under-verification': 'waiting',
  rejected: 'rejected',
} as const

type Sum = { count: number; amount: number }

/** Facts beside the takings: points to check, orders, receipts, and amounts still due. */
export function Facts({ report }: { report: Report }) {
  const t = useT()
  const locale = useLocale()
  const { from, to } = report
  const sum = (of: Sum, path?: FigurePlace | string) => (
    <Figure to={of.count > 0 ? path : undefined}>
      {t('accounts.count-sum', { count: of.count, amount: money(of.amount) })}
    </Figure>
  )
  const above = (
    [
      ['excess-donation', report.donated, { of: 'payments', above: 'donation', from, to }],
      ['excess-held', report.held, { of: 'payments', above: 'held', from, to }],
      ['excess-refund', report.givenBack, { of: 'payments', above: 'refund', from, to }],
      ['transfers-back', report.transfersBack, { of: 'transfers-back', from, to }],
    ] satisfies [string, Sum, FigurePlace][]
  ).filter(([, of]) => of.count > 0)
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Box title={t('accounts.orders')}>
        <Fact name={t('accounts.made')}>
          {sum(report.orders, `/orders?${new URLSearchParams({ from, until: to })}`)}
        </Fact>
        <Fact name={t('accounts.expired')}>{sum(report.expired, { of: 'expired', from, to })}</Fact>
        <Fact name={t('accounts.cancelled')}>{sum(report.cancelled, { of: 'cancelled', from, to })}</Fact>
        {report.unseen.count > 0 && (
          <Fact name={t('accounts.unseen')}>{sum(report.unseen, { of: 'payments', unseen: 'true', from, to })}</Fact>
        )}
        {above.map(([key, of, path]) => (
          <Fact key={key} name={t(keyFor('accounts.', key))}>
            {sum(of, path)}
          </Fact>
        ))}
      </Box>
      <Box title={t('accounts.receipts')}>
        {(report.receipts ?? []).map((series) => (
          <Fact key={series.first} name={t('accounts.issued', { count: series.count })}>
            <Figure to={{ of: 'receipts', from, to }}>
              {series.first === series.last ? series.first : `${series.first} – ${series.last}`}
            </Figure>
            {series.missing > 0 && (
              <strong className="block text-cinnabar">{t('accounts.missing', { count: series.missing })}</strong>
            )}
          </Fact>
        ))}
        {(report.receipts ?? []).length === 0 && <Fact name={t('accounts.issued', { count: 0 })}>–</Fact>}
        <Fact name={t('accounts.voided')}>
          <Figure to={report.receiptsVoided > 0 ? { of: 'voided', from, to } : undefined}>
            {report.receiptsVoided}
          </Figure>
        </Fact>
        {(report.backReasons ?? []).map((reason) => (
          <Fact key={reason.reason} name={`${t('accounts.back')}: ${t(keyFor('accounts.reason-', reason.reason))}`}>
            {sum(reason, { of: 'refunds', reason: reason.reason, from, to })}
          </Fact>
        ))}
      </Box>
      <Box
        title={t('accounts.outstanding')}
        note={t((report.outstanding ?? []).length > 0 ? 'accounts.outstanding-note' : 'accounts.nothing-outstanding')}
      >
        {(report.outstanding ?? []).map((waiting) => (
          <Fact key={waiting.status} name={t(`invoice.badge-${waiting.status}`)}>
            {sum(waiting, `/orders?show=${outstanding[waiting.status]}`)}
            <span className="block text-sm text-ink-2">
              {t('accounts.oldest', { day: date(locale, waiting.oldest, 'short') })}
            </span>
          </Fact>
        ))}
        {report.heldNow.count > 0 && <Fact name={t('accounts.excess-held')}>{sum(report.heldNow, '/late')}</Fact>}
      </Box>
    </div>
  )
}

function Box(props: { title: string; note?: string; children: ReactNode }) {
  return (
    <Panel size="xs" className="break-inside-avoid">
      <h2 className="text-lg">{props.title}</h2>
      {props.note && <p className="text-sm text-ink-2">{props.note}</p>}
      <dl className="mt-2">{props.children}</dl>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 border-t border-line py-2 first:border-0">
      <dt>{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  )
}
