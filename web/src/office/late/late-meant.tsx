import { keyFor } from '../../i18n/messages.ts'
import { Link } from 'wouter'
import { OrderLines } from '../../features/invoice/order-lines.tsx'
import { StatusBadge } from '../../features/invoice/status-badge.tsx'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Card } from '../kit/layout/card.tsx'
import type { Late } from './late-queries.ts'
import { Table } from '../kit/list/table.tsx'

/** What the money was meant for: an order, or a cart with its prices then and now. */
export function LateMeant({ late }: { late: Late }) {
  const t = useT()
  const { cart, invoice } = late
  if (invoice)
    return (
      <Card title={t('office.field.order')} aside={<StatusBadge status={invoice.status} />}>
        <OrderLines items={invoice.items ?? []} every />
        <div className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <p>{t('common.field.total')}</p>
          <p className="text-lg font-bold">{money(invoice.subTotal)}</p>
        </div>
        <Link href={`/orders/${invoice.id}`} className="link mt-2 inline-flex min-h-11 items-center">
          {invoice.number}
        </Link>
      </Card>
    )
  if (!cart) return late.for === 'cart' ? <Card title={t('late.cart')}>{t('late.cart-gone')}</Card> : null
  return (
    <Card title={t('late.cart')}>
      <p className="mb-3 text-ink-2">{t(cart.open ? 'late.cart-open' : 'late.cart-ended')}</p>
      <Table
        headClass="pb-2 text-left text-sm font-semibold text-ink-2"
        heads={[
          t('late.item'),
          { text: t('late.then'), right: true, className: 'pl-4' },
          { text: t('late.now'), right: true, className: 'pl-4' },
        ]}
        foot={
          <tr className="border-t border-line text-lg font-bold">
            <th className="pt-2 text-left">{t('common.field.total')}</th>
            <td className="whitespace-nowrap pl-4 pt-2 text-right">{money(cart.then)}</td>
            <td className="whitespace-nowrap pl-4 pt-2 text-right">{money(cart.now)}</td>
          </tr>
        }
      >
        {(cart.items ?? []).map((item, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows may repeat, and have no state
          <tr key={i} className="border-t border-line align-top">
            <td className="py-2">
              <span className="font-bold">{item.title}</span>
              <span className="block text-sm text-ink-2">
                {[item.optionTitle, item.quantity > 1 && `× ${item.quantity}`].filter(Boolean).join(' ')}
              </span>
              {item.reason && (
                <span className="block text-sm text-cinnabar">{t(keyFor('late.item-', item.reason))}</span>
              )}
            </td>
            <td className="whitespace-nowrap py-2 pl-4 text-right">{money(item.then)}</td>
            <td className="whitespace-nowrap py-2 pl-4 text-right">{money(item.now)}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}
