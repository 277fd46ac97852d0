import { keyFor } from '../../i18n/messages.ts'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { PayerNames } from '../kit/payer-names.tsx'
import type { Line } from './bank-queries.ts'

/** The orders that a line is, or may be, the money of. */
export function CandidateList({ line }: { line: Line }) {
  const t = useT()
  const locale = useLocale()
  return (
    <ul className="space-y-2">
      {line.candidates.map((one) => (
        <li key={one.invoiceId} className="rounded-2xl bg-paper-2 px-4 py-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-bold">
              {one.payer || one.payerChinese ? (
                <PayerNames name={one.payer} chinese={one.payerChinese} />
              ) : (
                t('bank.no-payer')
              )}
            </span>
            <span className="whitespace-nowrap font-bold">{money(one.amount)}</span>
          </div>
          <p className="text-sm">
            <Link href={`/orders/${one.invoiceId}`} className="link">
              {one.number}
            </Link>{' '}
            <span className="font-mono">{one.paymentReference}</span> · {t(keyFor('bank.status-', one.status))}
          </p>
          {one.state === 'proposed' && one.transactionDateTime && (
            <p className="text-sm text-ink-2">{t('bank.told', { at: dateTime(locale, one.transactionDateTime) })}</p>
          )}
          {one.state === 'seen' && <p className="text-sm text-ink-2">{t('bank.was-approved')}</p>}
        </li>
      ))}
    </ul>
  )
}
