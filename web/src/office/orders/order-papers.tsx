import { useT, useLocale } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { api } from '../../api/client.ts'
import { toastFailure, useApi } from '../../page/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { guarded } from '../session-gate.ts'
import { Card } from './card.tsx'
import type { Order } from './order-queries.ts'

/** The papers of an order, void ones too: to print, and to send once more. */
export function OrderPapers({ order }: { order: Order }) {
  const t = useT()
  const locale = useLocale()
  const { invoice } = order
  const send = useApi((paper: 'invoice' | 'receipt') =>
    guarded(() => api.post('/api/admin/invoice/{id}/mail', { params: { id: invoice.id }, body: { paper } })),
  )
  const mail = async (paper: 'invoice' | 'receipt') => {
    const result = await send.run(paper)
    if (result?.status === 200) toast({ text: 'orders.sent' })
    else if (result?.status !== 401) toastFailure(result)
  }
  return (
    <Card title={t('orders.papers')}>
      <ul className="space-y-3">
        <li>
          <a className="link inline-flex min-h-11 items-center" href={invoice.invoiceUrl}>
            {t('orders.paper-invoice', { number: invoice.number })}
          </a>
        </li>
        {(order.receipts ?? []).map((receipt) => (
          <li key={receipt.number}>
            <a
              className={`link inline-flex min-h-11 items-center ${receipt.voidedAt ? 'line-through' : ''}`}
              href={receipt.url}
            >
              {t('orders.paper-receipt', { number: receipt.number })}
            </a>
            <p className="text-sm text-ink-2">
              {dateTime(locale, receipt.issuedAt)}
              {receipt.issuedBy && ` · ${t('orders.by', { name: receipt.issuedBy })}`}
            </p>
            {receipt.voidedAt && (
              <p className="text-sm font-bold text-cinnabar">
                {t('orders.void', { at: dateTime(locale, receipt.voidedAt) })}
                {receipt.voidReason && ` · ${t(`refund.void.${receipt.voidReason}`)}`}
              </p>
            )}
          </li>
        ))}
      </ul>
      {order.letters ? (
        <div className="mt-4 flex flex-wrap gap-3 border-t border-line pt-4">
          <Button onClick={() => void mail('invoice')} pending={send.pending}>
            {t('orders.mail-invoice')}
          </Button>
          {invoice.officialReceipt && (
            <Button onClick={() => void mail('receipt')} pending={send.pending}>
              {t('orders.mail-receipt')}
            </Button>
          )}
        </div>
      ) : (
        <p className="mt-3 text-sm text-ink-2">{t('orders.unreachable')}</p>
      )}
    </Card>
  )
}
