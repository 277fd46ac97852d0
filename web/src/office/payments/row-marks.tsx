import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { shortDay } from '../kit/format/short-day.ts'
import { useNow } from '../kit/format/use-now.ts'
import type { QueueRow } from './payment-type.ts'
import { shortNumber } from '../kit/format/short-number.ts'

const soon = 3 * 24 * 3_600_000

/** Labels with what is worth knowing before a payment is opened. */
export function RowMarks({ row }: { row: QueueRow }) {
  const t = useT()
  const locale = useLocale()
  const now = useNow()
  const waits = row.status === 'pending'
  const { amount, declaredAmount } = row
  return (
    <span className="flex flex-wrap gap-1">
      {row.claimedBy && (
        <Badge tone="dark" size="low">
          {t('payments.open-with', { who: row.claimedBy })}
        </Badge>
      )}
      {waits && row.alikeTo && row.alikeKind && (
        <Badge tone="alarm" size="low" icon="copy">
          {t(`payments.mark-${row.alikeKind}`, { order: shortNumber(row.alikeTo) })}
        </Badge>
      )}
      {waits && declaredAmount !== amount && (
        <Badge tone="act" size="low">
          {t(declaredAmount < amount ? 'payments.too-little' : 'payments.too-much', {
            amount: money(Math.abs(amount - declaredAmount)),
          })}
        </Badge>
      )}
      {waits && row.rejected > 0 && (
        <Badge tone="wait" size="low">
          {t('payments.rejected-before', { count: row.rejected })}
        </Badge>
      )}
      {waits && row.large && (
        <Badge tone="wait" size="low">
          {t('payments.large')}
        </Badge>
      )}
      {waits && row.cutOff && Date.parse(row.cutOff) - now < soon && (
        <Badge tone="wait" size="low">
          {t('payments.cut-off', { date: shortDay(locale, row.cutOff) })}
        </Badge>
      )}
      {row.unseen && (
        <Badge tone="wait" size="low">
          {t('payments.approved-unseen')}
        </Badge>
      )}
    </span>
  )
}
