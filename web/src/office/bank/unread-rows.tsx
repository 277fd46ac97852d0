import { useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Statement } from './bank-queries.ts'

/** The rows of a statement's file that were not read: how many, and of each its line, the reason and its text. */
export function UnreadRows({ statement }: { statement: Statement }) {
  const t = useT()
  const rows = statement.unread ?? []
  if (statement.skipped === 0 || rows.length === 0) return null
  return (
    <div className="mb-5">
      <Notice kind="warning" title={t('bank.unread', { count: statement.skipped })}>
        <p>{t('bank.unread-text')}</p>
        <details className="mt-2" open={rows.length <= 5}>
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
      </Notice>
    </div>
  )
}
