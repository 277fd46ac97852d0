import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Line } from './bank-queries.ts'
import { Do } from './do-button.tsx'

/** Dismisses a line that another statement already contains. */
export function SameLine({ line }: { line: Line }) {
  const t = useT()
  const act = useActOnce(
    (_: null, idempotencyKey) =>
      api.post('/api/admin/bank/line/{id}/ignore', {
        params: { id: line.id },
        body: { reason: 'same-line' },
        idempotencyKey,
      }),
    () => {},
  )
  return (
    <Do act={act} onDo={() => void act.send(null)}>
      {t('bank.same-line')}
    </Do>
  )
}

/** Links to the line of another statement that this one seems to repeat. */
export function LikeLink({ like }: { like: NonNullable<Line['like']> }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Link href={`/bank/${like.statementId}`} className="block min-h-11 py-2 text-xs underline">
      {t('bank.like-line', { at: date(locale, like.uploadedAt, 'short'), row: like.position })}
    </Link>
  )
}
