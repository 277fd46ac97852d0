import { keyFor } from '../../i18n/messages.ts'
import { useState } from 'react'
import { useT, useLocale } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { Card } from '../kit/layout/card.tsx'
import type { Order } from './order-queries.ts'

/** The documents (PDFs) of an order, including void ones: to print, and to send again. */
export function OrderPapers({ order }: { order: Order }) {
  const t = useT()
  const locale = useLocale()
  const { invoice } = order
  return (
    <Card title={t('orders.papers')}>
      <ul className="space-y-3">
        <li>
          <a className="link touch" href={invoice.invoiceUrl}>
            {t('orders.paper-invoice', { number: invoice.number })}
          </a>
        </li>
        {(order.receipts ?? []).map((receipt) => (
          <li key={receipt.number}>
            <a className={`link touch ${receipt.voidedAt ? 'line-through' : ''}`} href={receipt.url}>
              {t('orders.paper-receipt', { number: receipt.number })}
            </a>
            <p className="text-sm text-ink-2">
              {dateTime(locale, receipt.issuedAt)}
              {receipt.issuedBy && ` · ${t('office.by-clerk', { name: receipt.issuedBy })}`}
            </p>
            {receipt.voidedAt && (
              <p className="text-sm font-bold text-cinnabar">
                {t('orders.void', { at: dateTime(locale, receipt.voidedAt) })}
                {receipt.voidReason && ` · ${t(keyFor('refund.void.', receipt.voidReason))}`}
              </p>
            )}
          </li>
        ))}
      </ul>
      {order.letters ? (
        <div className="mt-4 flex flex-wrap gap-3 border-t border-line pt-4">
          <SendAgain id={invoice.id} paper="invoice" />
          {invoice.officialReceipt && <SendAgain id={invoice.id} paper="receipt" />}
        </div>
      ) : (
        <p className="mt-3 text-sm text-ink-2">{t('orders.unreachable')}</p>
      )}
    </Card>
  )
}

/** Sends a document again; the key is created once per opening, so that a double click sends one message. */
function SendAgain({ id, paper }: { id: string; paper: 'invoice' | 'receipt' }) {
  const t = useT()
  const [sent, setSent] = useState(false)
  const act = useActOnce(
    (body: { paper: 'invoice' | 'receipt' }, idempotencyKey) =>
      api.post('/api/admin/invoice/{id}/mail', { params: { id }, body, idempotencyKey }),
    () => {
      setSent(true)
      toast({ text: 'orders.sent' })
    },
  )
  return (
    <>
      <Button
        icon={sent ? 'check' : undefined}
        {...(sent && { 'aria-disabled': true })}
        pending={act.pending}
        onClick={() => !sent && void act.send({ paper })}
      >
        {t(sent ? `orders.mailed-${paper}` : act.unsent ? 'common.try-again' : `orders.mail-${paper}`)}
      </Button>
      <ActState act={act} />
    </>
  )
}
