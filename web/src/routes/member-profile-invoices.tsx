import { InvoiceFilter } from '../features/invoice/invoice-filter.tsx'
import { InvoiceList } from '../features/invoice/invoice-list.tsx'
import { PastOrders } from '../features/invoice/past-orders.tsx'
import { YearStatements } from '../features/invoice/year-statements.tsx'
import { useEffect } from 'react'
import { useT } from '../i18n/context.tsx'
import { languageTag } from '../i18n/messages.ts'
import { keepOrders } from '../lib/kept-orders.ts'
import { useHref } from '../site/router/href.ts'
import { useSession } from '../site/session/session.tsx'
import { Link } from '../site/router/link.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function InvoicesPage() {
  const t = useT()
  const href = useHref()
  const { search, locale } = usePage()
  const list = usePageData('member-profile-invoices')
  const member = useSession().user?.id
  const query = new URLSearchParams(search)
  const filter = { status: query.get('status') ?? undefined, year: query.get('year') ?? undefined }
  const filtered = Boolean(filter.status || filter.year)
  // Stores the shown orders, for the offline page.
  useEffect(() => {
    if (member && list && !filtered && list.page === 1)
      void keepOrders(
        member,
        languageTag[locale],
        list.items.slice(0, 10).map((row) => ({
          number: row.number,
          href: href('member-profile-invoices-id', { id: row.id }),
          says: t(`invoice.badge-${row.status}`),
        })),
      )
  }, [filtered, href, list, locale, member, t])
  return (
    <div className="wrap pb-8">
      <PageHeading title={t('common.invoices')} />
      {!list && <Skeleton lines={6} card />}
      {list && list.years.length > 0 && <InvoiceFilter {...filter} years={list.years} />}
      <p role="status" className="sr-only">
        {list && filtered && t('invoice.found', { count: list.total })}
      </p>
      {list && list.items.length > 0 && <InvoiceList list={list} filter={filter} />}
      {list && list.statements.length > 0 && <YearStatements years={list.statements} />}
      {list && list.past.length > 0 && !filtered && <PastOrders orders={list.past} />}
      {list && list.items.length === 0 && (
        <EmptyState
          art="lamp"
          title={t(filtered ? 'invoice.none-found-title' : 'invoice.none-title')}
          text={t(filtered ? 'invoice.none-found-text' : 'invoice.none-text')}
        >
          {filtered ? (
            <Link to="member-profile-invoices" className={buttonClass('plain')}>
              {t('invoice.show-all')}
            </Link>
          ) : (
            <Link to="blessing-service" className={buttonClass('primary')}>
              {t('common.blessing-service')}
            </Link>
          )}
          <p className="w-full">
            <TemplePhone />
          </p>
        </EmptyState>
      )}
    </div>
  )
}
