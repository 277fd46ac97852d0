import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { Card } from '../kit/layout/card.tsx'
import type { Order } from './order-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

type Subscription = NonNullable<Order['subscriptions']>[number]

/** The subscriptions of an order's items; the office may cancel them at the end of the paid term. */
export function OrderSubscriptions({ order }: { order: Order }) {
  const t = useT()
  const locale = useLocale()
  const [asked, setAsked] = useState<Subscription>()
  const subscriptions = order.subscriptions ?? []
  if (subscriptions.length === 0) return null
  const titleOf = (itemId: string) => (order.invoice.items ?? []).find((item) => item.id === itemId)?.title ?? ''
  return (
    <Card title={t('office.yearly-monthly')}>
      <ul className="divide-y divide-line">
        {subscriptions.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
            <p>
              <span className="block font-bold">{titleOf(one.itemId)}</span>
              <span className="text-ink-2">
                {t(`orders.subscription-${one.status}`, { until: date(locale, one.endsAt, 'short') })}
              </span>
            </p>
            {one.status === 1 && <Button onClick={() => setAsked(one)}>{t('orders.subscription-end')}</Button>}
          </li>
        ))}
      </ul>
      <Dialog open={asked !== undefined} onClose={() => setAsked(undefined)} title={t('orders.subscription-ask')}>
        {asked && <Ask one={asked} onClose={() => setAsked(undefined)} />}
      </Dialog>
    </Card>
  )
}

function Ask({ one, onClose }: { one: Subscription; onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const end = useActOnce(
    (_, idempotencyKey) => api.post('/api/admin/subscription/{id}/cancel', { params: { id: one.id }, idempotencyKey }),
    onClose,
    'money',
  )
  return (
    <div className="space-y-4">
      <p>{t('orders.subscription-ask-text', { until: date(locale, one.endsAt, 'long') })}</p>
      <DialogButtons label={t('orders.subscription-end')} act={end} onPress={() => void end.send()} onClose={onClose} />
    </div>
  )
}
