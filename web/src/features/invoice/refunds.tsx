import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { cash, type Invoice } from '../../domain/invoice.ts'

/** Refunds: amount, method and reason, and the receipt that they made void. */
export function Refunds({ invoice }: { invoice: Invoice }) {
  const t = useT()
  const locale = useLocale()
  const receipt = invoice.voidReceipt
  return (
    <>
      <ul className="divide-y divide-line">
        {(invoice.refunds ?? []).map((refund) => (
          <li key={refund.id} className="py-3 first:pt-0 last:pb-0">
            <div className="flex items-baseline justify-between gap-4">
              <p className="font-bold">
                {t(refund.method === cash ? 'invoice.refund-cash' : 'invoice.refund-transfer')}
              </p>
              <p className="font-bold">{money(refund.amount)}</p>
            </div>
            <p className="text-sm text-ink-2">{dateTime(locale, refund.at)}</p>
            {refund.extent === 'transfer' && <p>{t('invoice.refund-late')}</p>}
            {refund.reason !== 'other' && <p>{t(`invoice.refund-${refund.reason}`)}</p>}
            {refund.note && (
              <p className="whitespace-pre-line wrap-anywhere">{t('invoice.note', { note: refund.note })}</p>
            )}
          </li>
        ))}
      </ul>
      {receipt && (
        <p className="mt-4 border-t border-line pt-4">
          {t('invoice.void', { number: receipt.number, at: dateTime(locale, receipt.voidedAt) })}
          <a
            href={`${receipt.url}&language=${locale}`}
            target="_blank"
            rel="noopener"
            className="link no-print flex min-h-12 w-fit items-center"
          >
            {t('invoice.void-see')}
          </a>
        </p>
      )}
    </>
  )
}
