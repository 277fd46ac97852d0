import { useT } from '../../i18n/context.tsx'
import { numberOf } from './number-of.ts'
import type { Piece } from './run-queries.ts'
import { Table } from '../kit/list/table.tsx'

type Props = {
  rows: readonly Piece[]
  /** Their numbers in the run; absent if pieces cannot be selected. */
  chosen?: readonly number[]
  onChosen: (chosen: readonly number[]) => void
}

/** The pieces of a run with their sheets and hall positions. */
export function PieceTable({ rows, chosen, onChosen }: Props) {
  const t = useT()
  const placed = rows.some(({ place }) => place !== '')
  return (
    <Table
      className="text-left"
      headClass="py-2 pr-3 text-sm font-semibold text-ink-2"
      bodyClass="divide-y divide-line"
      heads={[
        chosen && { text: t('print.piece-chosen'), hidden: true, className: 'w-12' },
        t('office.field.number'),
        t('print.piece-names'),
        t('print.piece-sheet'),
        placed && t('office.field.place'),
      ]}
    >
      {rows.map(({ seq, no, revision, name, sheet, slot, place }) => (
        <tr key={seq}>
          {chosen && (
            <td className="py-1">
              <label className="touch">
                <input
                  type="checkbox"
                  className="h-6 w-6 accent-cinnabar"
                  checked={chosen.includes(seq)}
                  aria-label={t('print.piece-choose', { no: numberOf(no) })}
                  disabled={chosen.length >= 100 && !chosen.includes(seq)}
                  onChange={({ target }) =>
                    onChosen(target.checked ? [...chosen, seq] : chosen.filter((one) => one !== seq))
                  }
                />
              </label>
            </td>
          )}
          <th scope="row" className="py-2 pr-3 font-semibold tabular-nums">
            {numberOf(no)}
            {revision > 0 && <span className="font-normal text-ink-2"> r{revision}</span>}
          </th>
          <td className="py-2 pr-3 wrap-anywhere" lang="zh">
            {name}
          </td>
          <td className="py-2 pr-3 tabular-nums">
            {sheet}, {slot}
          </td>
          {placed && <td className="py-2 wrap-anywhere">{place}</td>}
        </tr>
      ))}
    </Table>
  )
}
