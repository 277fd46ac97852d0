import { useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import type { Import, ImportRow } from './import-queries.ts'

/** What a row became, and why it stays after an undo. */
export function MadeRow({ one, row }: { one: Import; row: ImportRow }) {
  const t = useT()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-3">
      <span className="w-16 shrink-0 font-mono text-sm text-ink-2">{t('imports.row-nr', { row: row.row })}</span>
      <span className="min-w-0 grow font-bold wrap-anywhere">{row.made?.label}</span>
      {row.keptWhy && <span className="text-ink-2">{t(keyFor(`imports.kept-${one.kind}-`, row.keptWhy))}</span>}
    </li>
  )
}
