import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Card } from '../kit/layout/card.tsx'
import type { Today } from './today-queries.ts'

/** Payments and refunds of the last complete day, and the next numbers. */
export function Yesterday({ yesterday }: { yesterday: NonNullable<Today['yesterday']> }) {
  const t = useT()
  const locale = useLocale()
  const { came, orders, cash, back, refunds, before, year, nextInvoice, nextReceipt, receipts } = yesterday
  return (
    <>
      <Card title={t('today.yesterday')}>
        <ul className="divide-y divide-line">
          <li className="flex gap-3 py-3">
            <Icon name="receipt" className="mt-0.5 shrink-0 text-ink-2" />
            <div>
              <p>{t('today.came', { sum: money(came), count: orders })}</p>
              {came > 0 && (
                <p className="text-ink-2">{t('today.came-how', { paynow: money(came - cash), cash: money(cash) })}</p>
              )}
              {before && (
                <p className="text-ink-2">{t('today.before-day', { sum: money(before.came), count: before.orders })}</p>
              )}
            </div>
          </li>
          {refunds > 0 && (
            <li className="flex gap-3 py-3">
              <Icon name="undo" className="mt-0.5 shrink-0 text-ink-2" />
              <p>{t('today.back', { sum: money(back), count: refunds })}</p>
            </li>
          )}
          {year && (
            <li className="flex gap-3 py-3">
              <Icon name="calendar" className="mt-0.5 shrink-0 text-ink-2" />
              <div>
                <p>{t('today.year', { sum: money(year.this) })}</p>
                <p className="text-ink-2">
                  {year.since
                    ? t('today.year-since', {
                        sum: money(year.last),
                        day: date(locale, `${year.since}T00:00+08:00`, 'short'),
                      })
                    : t('today.year-before', { sum: money(year.last) })}
                </p>
              </div>
            </li>
          )}
        </ul>
      </Card>
      <Card title={t('today.numbers')}>
        <ul className="divide-y divide-line">
          {(['invoice', 'receipt'] as const).map((which) => (
            <li key={which} className="flex gap-3 py-3">
              <Icon name="page" className="mt-0.5 shrink-0 text-ink-2" />
              <div className="min-w-0 break-words">
                <p>{t(`today.next-${which}`, { number: which === 'invoice' ? nextInvoice : nextReceipt })}</p>
                {which === 'receipt' && receipts && (
                  <p className={receipts.missing > 0 ? 'font-bold text-cinnabar' : 'text-ink-2'}>
                    {receipts.missing > 0 ? t('today.gaps', { count: receipts.missing }) : t('today.no-gaps')}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
