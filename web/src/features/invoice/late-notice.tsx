import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Invoice } from '../../domain/invoice.ts'

type Props = { late: NonNullable<Invoice['lateTransfer']>; status: Invoice['status'] }

/** Says that a late transfer, or its receipt image, has arrived, and what happens next. */
export function LateNotice({ late, status }: Props) {
  const t = useT()
  const locale = useLocale()
  const next =
    status === 'paid' || status === 'refunded'
      ? 'late-paid'
      : late.confirmed && status !== 'expired' && status !== 'cancelled'
        ? 'late-differs'
        : 'late-ended'
  return (
    <Notice kind="success" role="status" title={t(late.confirmed ? 'invoice.late-confirmed' : 'invoice.late-title')}>
      <p>{t('invoice.late-sent', { at: dateTime(locale, late.sentAt) })}</p>
      <p>{t(`invoice.${next}`)}</p>
    </Notice>
  )
}
