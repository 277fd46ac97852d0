import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import type { InvoiceStatus } from '../../domain/invoice.ts'

/** Says that the receipt image of a late transfer was stored, and what happens next. */
export function LateNotice({ sentAt, status }: { sentAt: string; status: InvoiceStatus }) {
  const t = useT()
  const locale = useLocale()
  const settled = status === 'paid' || status === 'refunded'
  return (
    <Notice kind="success" role="status" title={t('invoice.late-title')}>
      <p>{t('invoice.late-sent', { at: dateTime(locale, sentAt) })}</p>
      <p>{t(settled ? 'invoice.late-paid' : 'invoice.late-ended')}</p>
    </Notice>
  )
}
