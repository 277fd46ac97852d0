import { useT } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { QueueRow } from './payment-type.ts'

const mark = 'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-bold'

/** What is worth knowing of a payment before it is opened. */
export function RowMarks({ row, hasStatement }: { row: QueueRow; hasStatement: boolean }) {
  const t = useT()
  const waits = row.status === 'pending'
  if (!row.claimedBy && !(waits && (row.alike || (row.seen && hasStatement))) && !row.unseen) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {row.claimedBy && (
        <span className={`${mark} bg-lacquer text-gold-1`}>{t('desk.open-with', { who: row.claimedBy })}</span>
      )}
      {waits && row.seen && (
        <span className={`${mark} bg-jade-1 text-jade`}>
          <Icon name="check" size={16} />
          {t('desk.bank-seen')}
        </span>
      )}
      {waits && row.alike && <span className={`${mark} bg-gold-1 text-gold-7`}>{t('desk.mark-alike')}</span>}
      {row.unseen && <span className={`${mark} bg-gold-1 text-gold-7`}>{t('desk.approved-unseen')}</span>}
    </span>
  )
}
