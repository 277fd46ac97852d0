import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Invoice } from '../../domain/invoice.ts'

/** Says that a late transfer, or its receipt image, has arrived, and what happens next. */
export function LateNotice({ late }: { late: NonNullable<Invoice['lateTransfer']> }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Notice kind="success" role="status" title={t(late.confirmed ? 'invoice.late-confirmed' : 'invoice.late-title')}>
      <p>{t('invoice.late-sent', { at: dateTime(locale, late.sentAt) })}</p>
      <p>{t(`invoice.late-${late.why}`)}</p>
    </Notice>
  )
}
