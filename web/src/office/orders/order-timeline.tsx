import { keyFor } from '../../i18n/messages.ts'
import { Link } from 'wouter'
import { StatusBadge } from '../../features/invoice/status-badge.tsx'
import { statuses } from '../../domain/invoice.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Card } from '../kit/layout/card.tsx'
import type { Order } from './order-queries.ts'

/** The history of an order, with the user of each step. */
export function OrderTimeline({ order, audit }: { order: Order; audit: boolean }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Card
      title={t('orders.timeline')}
      aside={
        audit && (
          <Link href={`/audit?subject=invoice:${order.invoice.id}`} className="link touch">
            {t('office.audit-trail')}
          </Link>
        )
      }
    >
      <ol className="space-y-3">
        {(order.timeline ?? []).map((step, i) => {
          const status = statuses.find((known) => known === step.status)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- steps may repeat, and have no state
            <li key={i} className="flex flex-col items-start gap-1">
              {status && <StatusBadge status={status} />}
              <span className="text-ink-2">
                {dateTime(locale, step.at)} · {step.who || t(`orders.by-${step.by}`)}
                {step.by === 'bank' && step.who && ` · ${t('orders.by-bank')}`}
                {step.reason && ` · ${t(keyFor('refund.cancel.', step.reason))}`}
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
