import { useRef } from 'react'
import { useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import { useKeys } from '../kit/act/keyboard.ts'
import type { Import, ImportRow } from './import-queries.ts'
import { RowLines } from './row-lines.tsx'

type Props = { one: Import; rows: readonly ImportRow[] }

const head = 'bg-paper-2 px-3 py-2.5 text-left text-sm font-semibold text-ink-2 first:pl-5'

/** The rows of the sheet with their problems. J and K move from row to row; on narrow screens each row is a card. */
export function RowTable({ one, rows }: Props) {
  const t = useT()
  const table = useRef<HTMLTableElement>(null)
  const go = (by: 1 | -1) => {
    const all = [...(table.current?.querySelectorAll<HTMLElement>('tbody') ?? [])]
    const here = all.findIndex((body) => body.contains(document.activeElement))
    const next = all[here < 0 ? (by > 0 ? 0 : all.length - 1) : here + by]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  useKeys({ next: () => go(1), previous: () => go(-1) })
  /** Moves the focus to the next undecided row, for keyboard users. */
  const answered = (id: string) => {
    const all = [...(table.current?.querySelectorAll<HTMLElement>('tbody') ?? [])]
    const at = all.findIndex((body) => body.dataset.row === id)
    const next = all.slice(at + 1).find((body) => body.dataset.open) ?? all[at]
    next?.querySelector<HTMLElement>('[data-answer]')?.focus()
  }
  const shown = one.fields.filter((field) => rows.some(({ cells }) => cells[field]?.text))
  return (
    <table ref={table} className="w-full @max-[45rem]:block">
      <caption className="sr-only">{t('imports.rows')}</caption>
      <thead className="@max-[45rem]:sr-only">
        <tr>
          <th scope="col" className={`${head} w-16`}>
            {t('imports.row')}
          </th>
          {shown.map((field) => (
            <th key={field} scope="col" className={head}>
              {t(keyFor('imports.field-', field))}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map((row) => (
        <RowLines key={row.id} one={one} row={row} fields={shown} onAnswered={() => answered(row.id)} />
      ))}
    </table>
  )
}
