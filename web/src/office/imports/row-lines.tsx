import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Import, ImportRow } from './import-queries.ts'
import { ProblemLine } from './problem-line.tsx'

type Props = { one: Import; row: ImportRow; fields: readonly string[]; onAnswered: () => void }

const cellClass =
  'px-3 py-2.5 align-top first:@min-[45rem]:pl-5 @max-[45rem]:flex @max-[45rem]:gap-2 @max-[45rem]:px-0 @max-[45rem]:py-1'
const marks = {
  decide: 'rounded-[10px] bg-gold-1 font-bold shadow-[inset_0_0_0_1.5px_var(--color-gold)] @max-[45rem]:px-2',
  wrong: 'rounded-[10px] bg-cinnabar-1 font-bold shadow-[inset_0_0_0_1.5px_var(--color-cinnabar)] @max-[45rem]:px-2',
}

/** A row of the sheet as typed, with problems marked, and a line for each problem below. */
export function RowLines({ one, row, fields, onAnswered }: Props) {
  const t = useT()
  const lines = 1 + row.problems.length + (row.class === 'known' ? 1 : 0)
  const waits = row.class === 'decide' || row.class === 'unreadable'
  return (
    <tbody
      tabIndex={-1}
      data-row={row.id}
      data-open={waits || undefined}
      aria-label={t('imports.row-nr', { row: row.row })}
      className="border-t border-line @max-[45rem]:block @max-[45rem]:px-5 @max-[45rem]:py-3"
    >
      <tr className="@max-[45rem]:block">
        <th
          scope="rowgroup"
          rowSpan={lines}
          className={`${cellClass} text-left font-mono text-sm font-normal text-ink-2`}
        >
          <span className="@min-[45rem]:hidden">{t('imports.row')} </span>
          {thousands(row.row)}
        </th>
        {fields.map((field) => {
          const cell = row.cells[field]
          const mark = cell?.mark === 'decide' || cell?.mark === 'wrong' ? marks[cell.mark] : ''
          return (
            <td key={field} className={`${cellClass} ${mark} ${cell?.text ? '' : '@max-[45rem]:hidden'}`}>
              <span className="shrink-0 text-sm font-normal text-ink-2 @min-[45rem]:hidden">
                {t(keyFor('imports.field-', field))}
              </span>
              <span
                lang={isChinese(cell?.text) ? 'zh-Hans' : undefined}
                className={`min-w-0 wrap-anywhere ${isChinese(cell?.text) ? 'font-names' : ''}`}
              >
                {cell?.text}
              </span>
            </td>
          )
        })}
      </tr>
      {row.problems.map((problem) => (
        <tr key={`${problem.code} ${problem.field}`} className="@max-[45rem]:block">
          <td
            colSpan={Math.max(fields.length, 1)}
            className="px-3 pt-1 pb-3.5 @min-[45rem]:pr-5 @max-[45rem]:block @max-[45rem]:px-0"
          >
            <ProblemLine one={one} row={row} problem={problem} onAnswered={onAnswered} />
          </td>
        </tr>
      ))}
      {row.class === 'known' && (
        <tr className="@max-[45rem]:block">
          <td colSpan={Math.max(fields.length, 1)} className="px-3 pb-3 @max-[45rem]:block @max-[45rem]:px-0">
            <Badge tone="over" icon="check" size="low">
              {t('imports.is-known')}
            </Badge>
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** Characters outside the Latin script, shown in the device's brush font. */
function isChinese(text: string | undefined): boolean {
  return /\p{Script=Han}/u.test(text ?? '')
}
