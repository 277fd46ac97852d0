import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { Link } from '../../page/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { InvoiceList as List, InvoiceRow } from './invoice-type.ts'
import { StatusBadge } from './status-badge.tsx'

/** One's own orders, newest first, page by page. */
export function InvoiceList(props: { list: List; filter: { status?: string; year?: string } }) {
  const { list } = props
  return (
    <>
      <ul className="space-y-4">
        {list.items.map((row) => (
          <li key={row.id}>
            <Row row={row} />
          </li>
        ))}
      </ul>
      <Pages list={list} filter={props.filter} />
    </>
  )
}

function Row({ row }: { row: InvoiceRow }) {
  const t = useT()
  const locale = useLocale()
  return (
    <article className="card relative flex flex-wrap items-center gap-x-6 gap-y-2 p-5 transition hover:shadow-lift">
      <div className="min-w-0 grow basis-64">
        <h2 className="text-xl">
          <Link
            to="member-profile-invoices-id"
            params={{ id: row.id }}
            className="after:absolute after:inset-0 after:rounded-card"
          >
            {row.title}
            {row.itemCount > 1 && ` ${t('invoice.and-more', { count: row.itemCount - 1 })}`}
          </Link>
        </h2>
        <p className="text-sm text-ink-2">
          {row.number} · {date(locale, row.createdAt, 'short')}
        </p>
      </div>
      <StatusBadge status={row.status} />
      <p className="text-xl sm:min-w-24 sm:text-right font-bold">{money(row.subTotal)}</p>
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

function Pages({ list, filter }: { list: List; filter: { status?: string; year?: string } }) {
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
