import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { useAct } from '../kit/use-act.ts'
import type { Line } from './bank-queries.ts'
import { Do } from './do-button.tsx'

/** Says which line of another statement this one seems to be, and ends it with one press if it is. */
export function SameLine({ line }: { line: Line }) {
  const t = useT()
  const locale = useLocale()
  const act = useAct(
    (_: null, idempotencyKey) =>
      api.post('/api/admin/bank/line/{id}/ignore', {
        params: { id: line.id },
        body: { reason: 'same-line' },
        idempotencyKey,
      }),
    () => {},
  )
  if (!line.like) return null
  return (
    <>
      <Do act={act} onDo={() => void act.send(null)}>
        {t('bank.same-line')}
      </Do>
      <Link href={`/bank/${line.like.statementId}`} className="mt-1 block min-h-11 py-2 text-xs underline">
        {t('bank.like-line', { at: date(locale, line.like.uploadedAt, 'short'), row: line.like.position })}
      </Link>
    </>
  )
}
