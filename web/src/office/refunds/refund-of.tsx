import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import type { Approval } from '../kit/refund/refund-queries.ts'

/** Whose money is refunded: the order with its payer, or the late money without an order. */
export function RefundOf({ order, late }: { order: Approval['order']; late?: string }) {
  const t = useT()
  return (
    <p className="text-lg font-bold">
      {order ? (
        <>
          <Link href={`/orders/${order.id}`} className="link">
            {order.number}
          </Link>{' '}
          <PayerNames name={order.payer} chinese={order.payerChinese} />
        </>
      ) : late ? (
        <Link href={`/late/${late}`} className="link">
          {t('office.area-late')}
        </Link>
      ) : (
        t('office.no-name')
      )}
    </p>
  )
}
