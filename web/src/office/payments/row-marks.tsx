import { useT } from '../../i18n/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { QueueRow } from './payment-type.ts'

/** What is worth knowing of a payment before it is opened. */
export function RowMarks({ row, hasStatement }: { row: QueueRow; hasStatement: boolean }) {
  const t = useT()
  const waits = row.status === 'pending'
  if (!row.claimedBy && !(waits && (row.alike || (row.seen && hasStatement))) && !row.unseen) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {row.claimedBy && (
        <Badge tone="dark" size="low">
          {t('desk.open-with', { who: row.claimedBy })}
        </Badge>
      )}
      {waits && row.seen && (
        <Badge tone="good" size="low" icon="check">
          {t('desk.bank-seen')}
        </Badge>
      )}
      {waits && row.alike && (
        <Badge tone="wait" size="low">
          {t('desk.mark-alike')}
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
