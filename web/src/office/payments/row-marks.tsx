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
          {t('desk.open-with', { who: row.claimedBy })}
        </Badge>
      )}
      {waits && row.alikeTo && row.alikeKind && (
        <Badge tone="alarm" size="low" icon="copy">
          {t(`desk.mark-${row.alikeKind}`, { order: shortNumber(row.alikeTo) })}
        </Badge>
      )}
      {waits && declaredAmount !== amount && (
        <Badge tone="act" size="low">
          {t(declaredAmount < amount ? 'desk.too-little' : 'desk.too-much', {
            amount: money(Math.abs(amount - declaredAmount)),
          })}
        </Badge>
      )}
      {waits && row.rejected > 0 && (
        <Badge tone="wait" size="low">
          {t('desk.rejected-before', { count: row.rejected })}
        </Badge>
      )}
      {waits && row.large && (
        <Badge tone="wait" size="low">
          {t('desk.large')}
        </Badge>
      )}
      {waits && row.cutOff && Date.parse(row.cutOff) - now < soon && (
        <Badge tone="wait" size="low">
          {t('desk.cut-off', { date: shortDay(locale, row.cutOff) })}
        </Badge>
      )}
      {row.unseen && (
        <Badge tone="wait" size="low">
          {t('desk.approved-unseen')}
        </Badge>
      )}
    </span>
  )
}
