import { useLocale, useT } from '../../i18n/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { shortDay } from '../kit/format/short-day.ts'
import type { QueueRow } from './payment-type.ts'

/** A short label for whether a payment is on the bank statement. */
export function InBank({ row }: { row: QueueRow }) {
  const t = useT()
  const locale = useLocale()
  const { inBank, inBankAt } = row
  const day = inBankAt ? shortDay(locale, inBankAt) : ''
  if (inBank === 'seen')
    return (
      <Badge tone="good" size="low" icon="check">
        {t('payments.in-bank-at', { date: day })}
      </Badge>
    )
  if (inBank === 'likely')
    return (
      <Badge tone="wait" size="low" icon="check">
        {t('payments.likely-at', { date: day })}
      </Badge>
    )
  if (inBank === 'none') return <span className="text-ink-2">–</span>
  return inBank === 'absent' ? (
    <Badge tone="act" size="low" icon="close">
      {t('payments.not-in')}
    </Badge>
  ) : (
    <Badge tone="over" size="low" icon="clock">
      {t('payments.after-end')}
    </Badge>
  )
}
