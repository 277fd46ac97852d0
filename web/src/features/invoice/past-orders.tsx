import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import type { PageData } from '../../site/router/payload.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Earlier gifts from the temple's imported lists. */
export function PastOrders({ orders }: { orders: PageData['member-profile-invoices']['past'] }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Panel size="s" className="mt-8">
      <h2 className="text-xl">{t('invoice.past')}</h2>
      <p className="mt-1 text-ink-2">{t('invoice.past-text')}</p>
      <ul className="mt-3">
        {orders.map((order) => (
          <li key={order.id} className="flex flex-wrap justify-between gap-x-6 border-t border-line py-3">
            <span className="min-w-0 wrap-anywhere">
              <b>{order.item}</b>
              <span className="block text-ink-2">
                {[date(locale, order.day, 'short'), order.number].filter(Boolean).join(' · ')}
              </span>
            </span>
            {order.amount > 0 && <span className="font-semibold">{money(order.amount)}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
