import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Statement } from './bank-queries.ts'

/** The rows of a statement's file that were not parsed: the number, and for each its line, the reason and its text. */
export function UnreadRows({ statement }: { statement: Statement }) {
  const t = useT()
  const rows = statement.unread ?? []
  if (statement.skipped === 0 || rows.length === 0) return null
  return (
    <div className="mb-5">
      <Notice
        kind={statement.skippedSeenAt ? undefined : 'warning'}
        title={t('bank.unread', { count: statement.skipped })}
      >
        <p>{t('bank.unread-text')}</p>
        <details className="mt-2" open={rows.length <= 5 && !statement.skippedSeenAt}>
          <summary className="min-h-11 cursor-pointer py-2 font-bold">{t('bank.unread-show')}</summary>
          <ul className="max-h-80 space-y-2 overflow-y-auto text-sm">
            {rows.map(({ row, why, text }) => (
              <li key={row}>
                <b>{t('bank.row', { row })}</b> · {t(keyFor('bank.unread-', why))}
                <span className="block wrap-anywhere font-mono text-xs text-ink-2">{text}</span>
              </li>
            ))}
          </ul>
          {statement.skipped > rows.length && (
            <p className="mt-2 text-sm">{t('bank.unread-more', { count: statement.skipped - rows.length })}</p>
          )}
        </details>
        {statement.state === 'ready' && <Looked statement={statement} />}
      </Notice>
    </div>
  )
}

/** Confirms that the rows were checked, or shows by whom. */
function Looked({ statement }: { statement: Statement }) {
  const t = useT()
  const locale = useLocale()
  const { id, skipped, skippedSeen, skippedSeenAt } = statement
  const act = useActOnce(
    (body: { skipped: number }, idempotencyKey) =>
      api.post('/api/admin/bank/statement/{id}/look', { params: { id }, body, idempotencyKey }),
    () => {},
    'money',
  )
  if (skippedSeenAt)
    return (
      <p className="mt-2 text-sm">
        {t('bank.looked-by', { name: skippedSeen ?? '', at: dateTime(locale, skippedSeenAt) })}
      </p>
    )
  return (
    <div className="mt-3 space-y-3">
      <ActState act={act} />
      <Button className="min-h-11 py-1" pending={act.pending} onClick={() => void act.send({ skipped })}>
        {t(act.unsent ? 'common.try-again' : 'bank.looked')}
      </Button>
    </div>
  )
}
