import { keyFor } from '../../i18n/messages.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { cash, type Payment } from '../../domain/invoice.ts'

/** The payment attempts with their receipt images. `awaited`: the order awaits payment, so nothing is under review. */
export function Payments({ payments, awaited }: { payments: readonly Payment[]; awaited: boolean }) {
  const t = useT()
  const locale = useLocale()
  const shown = payments.filter((payment) => payment.status !== 'voided')
  if (shown.length === 0) return null
  return (
    <ul className="divide-y divide-line">
      {shown.map((payment) => (
        <li key={payment.id} className="py-3 first:pt-0 last:pb-0">
          <div className="flex items-baseline justify-between gap-4">
            <p className="font-bold">{t(payment.method === cash ? 'invoice.method-cash' : 'invoice.method-pay-now')}</p>
            <p className="font-bold">{money(payment.declaredAmount ?? payment.amount)}</p>
          </div>
          <p className="text-sm text-ink-2">
            {/* That it is under review is shown by the order's steps. */}
            {payment.status !== 'pending' && `${t(keyFor('invoice.payment-', payment.status))} · `}
            {payment.status === 'pending' && awaited && `${t('invoice.payment-awaited')} · `}
            {dateTime(locale, payment.transactionDateTime || payment.createdAt)}
          </p>
          {payment.status === 'rejected' && payment.reason && (
            <p className="text-sm">{t(keyFor('payment.reason.', payment.reason))}</p>
          )}
          {payment.images && payment.images.length > 0 && (
            <ul className="no-print mt-2 flex flex-wrap gap-2">
              {payment.images.map((image, i) => (
                <li key={image.id}>
                  <a href={image.url} target="_blank" rel="noopener">
                    <img
                      src={image.url}
                      width={image.width}
                      height={image.height}
                      loading="lazy"
                      alt={t('invoice.picture', { count: i + 1 })}
                      className="h-28 w-auto rounded-lg border border-line"
                    />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}
