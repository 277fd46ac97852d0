import { useT } from '../../i18n/context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { numberOf } from './number-of.ts'
import type { LeftOut } from './run-queries.ts'

/** What a run does not print, and why, before printing. */
export function LeftOutList({ rows, count }: { rows: readonly LeftOut[]; count: number }) {
  const t = useT()
  if (count === 0) return null
  return (
    <Notice kind="warning" title={t('print.left-title', { count })}>
      {count > rows.length && <p>{t('print.left-first', { count: rows.length })}</p>}
      <ul className="mt-2 divide-y divide-line">
        {rows.map((row) => (
          <li key={`${row.entryId} ${row.no}`} className="flex flex-wrap gap-x-4 py-1.5">
            <span className="w-14 shrink-0 tabular-nums">{numberOf(row.no)}</span>
            <span className="min-w-0 font-semibold wrap-anywhere" lang="zh">
              {row.name}
            </span>
            <span className="text-ink-2">
              {t(`print.left-${row.why}`, {
                chars: codes(row.chars ?? ''),
                layout: row.layout ?? '',
                no: row.run ?? 0,
                who: row.by ?? '',
              })}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Characters with their code points, because no font shows some of them. */
function codes(chars: string): string {
  return Array.from(chars, (char) => `${char} (U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()})`).join(', ')
}
