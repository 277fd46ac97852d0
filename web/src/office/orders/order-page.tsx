import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { OrderLines } from '../../features/invoice/order-lines.tsx'
import { StatusBadge } from '../../features/invoice/status-badge.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { BackLink } from '../kit/layout/back-link.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { PhoneLinks } from '../kit/person/phone-links.tsx'
import { Card } from '../kit/layout/card.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderNames } from './order-names.tsx'
import { OrderPayments } from './order-payments.tsx'
import { OrderPapers } from './order-papers.tsx'
import { OrderSubscriptions } from './order-subscriptions.tsx'
import { OrderWall } from './order-wall.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { orderQuery, placeOf, searchOf, type Order } from './order-queries.ts'

/** An order: its items, payments, documents, history, and actions. */
export function OrderPage({ id, user, areas }: PageProps) {
  const t = useT()
  const at = placeOf(useSearch())
  const query = useQuery(orderQuery(id, useLocale()))
  return (
    <>
      <BackLink to={`/orders${searchOf(at)}`}>{t('office.area-orders')}</BackLink>
      <Loaded query={query} heading={t('office.area-orders')} lines={8}>
        {(data) => <OrderDetails order={data} roles={user.roles ?? []} areas={areas} />}
      </Loaded>
    </>
  )
}

function OrderDetails({ order, roles, areas }: { order: Order; roles: readonly string[]; areas: readonly string[] }) {
  const t = useT()
  const locale = useLocale()
  const { invoice } = order
  const treasurer = roles.some((role) => role === 'treasurer' || role === 'admin')
  return (
    <>
      <PageTop title={invoice.number} />
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_minmax(18rem,22rem)] md:items-start xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0 space-y-5">
          <Card title={t('office.field.payer')} aside={<StatusBadge status={invoice.status} />}>
            <p className="text-xl font-bold">
              {invoice.payer.name || invoice.payer.chineseName ? (
                <PayerNames name={invoice.payer.name} chinese={invoice.payer.chineseName ?? ''} />
              ) : (
                t('office.no-name')
              )}
            </p>
            <ul className="mt-1 space-y-0.5">
              {order.links && (
                <li>
                  <PhoneLinks links={order.links} />
                </li>
              )}
              {invoice.payer.email && <li className="break-all text-ink-2">{invoice.payer.email}</li>}
              <li className="text-ink-2">
                {t(order.memberId ? 'office.has-account' : 'orders.without-account')} ·{' '}
                {t(`office.reads-${invoice.locale === 'zh' ? 'zh' : 'en'}`)}
              </li>
            </ul>
          </Card>
          <Card
            title={t('office.field.order')}
            aside={<span className="font-mono font-bold tracking-[.12em]">{invoice.paymentReference}</span>}
          >
            <p className="mb-3 text-sm text-ink-2">{dateTime(locale, invoice.createdAt)}</p>
            <OrderLines items={invoice.items ?? []} every />
            <dl className="mt-3 border-t border-line pt-3">
              <div className="flex items-baseline justify-between gap-4">
                <dt>{t('common.field.total')}</dt>
                <dd className="text-lg font-bold">{money(invoice.subTotal)}</dd>
              </div>
            </dl>
          </Card>
          <OrderNames id={invoice.id} createdAt={invoice.createdAt} />
          <OrderPayments order={order} treasurer={treasurer} />
          <OrderSubscriptions order={order} />
          <OrderWall id={invoice.id} />
          <OrderTimeline order={order} audit={areas.includes('audit')} />
        </div>
        <div className="min-w-0 space-y-5 max-md:order-first md:sticky md:top-20">
          <OrderActions order={order} treasurer={treasurer} />
          <OrderPapers order={order} />
        </div>
      </div>
    </>
  )
}
