import { useLocale, useT } from '../../i18n/context.tsx'
import { date, deadline, money } from '../../i18n/format.ts'
import { Link } from '../../site/router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { InvoiceRow } from '../../domain/invoice.ts'
import type { PageData } from '../../site/router/payload.tsx'
import { StatusBadge } from './status-badge.tsx'

/** The member's orders, by page: first those to be paid, then the others. */
export function InvoiceList(props: {
  list: PageData['member-profile-invoices']
  filter: { status?: string; year?: string }
}) {
  const t = useT()
  const { list, filter } = props
  // The sum is over all years, so it is shown only without a filter.
  const whole = !filter.status && !filter.year
  const due = list.items.filter(waits)
  const others = list.items.filter((row) => !waits(row))
  return (
    <>
      {due.length > 0 && (
        <Group
          title={t('invoice.to-pay-title')}
          note={
            whole ? t('invoice.to-pay-sum', { count: list.toPay.count, amount: money(list.toPay.amount) }) : undefined
          }
          rows={due}
        />
      )}
      {others.length > 0 && <Group title={due.length > 0 ? t('invoice.others-title') : undefined} rows={others} />}
      <Pages list={list} filter={filter} />
    </>
  )
}

/** Whether the member has to pay this order; such orders come first. */
function waits(row: InvoiceRow): boolean {
  return row.status === 'awaiting-payment' || row.status === 'rejected'
}

function Group(props: { title?: string; note?: string; rows: readonly InvoiceRow[] }) {
  return (
    <section className="mb-8">
      {props.title && (
        <div className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <h2 className="text-2xl">{props.title}</h2>
          {props.note && <p className="font-semibold text-ink-2">{props.note}</p>}
        </div>
      )}
      <ul className="space-y-4">
        {props.rows.map((row) => (
          <li key={row.id}>
            <Row row={row} heading={props.title ? 'h3' : 'h2'} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ row, heading: Heading }: { row: InvoiceRow; heading: 'h2' | 'h3' }) {
  const t = useT()
  const locale = useLocale()
  const due = waits(row)
  return (
    <article className="card relative flex flex-wrap items-center gap-x-6 gap-y-2 p-5 transition hover:shadow-lift">
      <div className="min-w-0 grow basis-64">
        <Heading className="text-xl">
          <Link card to="member-profile-invoices-id" params={{ id: row.id }}>
            {row.title}
            {row.itemCount > 1 && ` ${t('invoice.and-more', { count: row.itemCount - 1 })}`}
          </Link>
        </Heading>
        <p className="text-sm text-ink-2">
          {row.number} · {date(locale, row.createdAt, 'short')}
        </p>
        {due && row.expiresAt && (
          <p className="font-semibold">
            {t('invoice.to-pay-until', { until: deadline(locale, row.createdAt, row.expiresAt) })}
          </p>
        )}
      </div>
      <StatusBadge status={row.status} />
      <p className="text-xl sm:min-w-24 sm:text-right font-bold">
        {due ? t('invoice.row-due', { amount: money(row.due) }) : money(row.subTotal)}
      </p>
      {row.receiptUrl && (
        <a
          href={row.receiptUrl}
          target="_blank"
          rel="noopener"
          className="link relative z-10 inline-flex min-h-11 items-center gap-1.5"
        >
          <Icon name="receipt" size={20} />
          {t('invoice.receipt-open')}
          <span className="sr-only"> {row.receiptNumber}</span>
        </a>
      )}
    </article>
  )
}

function Pages({
  list,
  filter,
}: {
  list: PageData['member-profile-invoices']
  filter: { status?: string; year?: string }
}) {
  const t = useT()
  const pages = Math.max(1, Math.ceil(list.total / list.pageSize))
  if (pages === 1) return null
  return (
    <nav aria-label={t('invoice.pages')} className="no-print mt-6 flex flex-wrap items-center justify-between gap-3">
      {list.page > 1 ? <PageLink page={list.page - 1} filter={filter} label={t('invoice.newer')} /> : <span />}
      <p>{t('invoice.page', { page: list.page, pages })}</p>
      {list.page < pages ? <PageLink page={list.page + 1} filter={filter} label={t('invoice.older')} /> : <span />}
    </nav>
  )
}

function PageLink(props: { page: number; filter: { status?: string; year?: string }; label: string }) {
  return (
    <Link
      to="member-profile-invoices"
      query={{ ...props.filter, page: props.page > 1 ? props.page : undefined }}
      className={buttonClass('plain')}
    >
      {props.label}
    </Link>
  )
}
