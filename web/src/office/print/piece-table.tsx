import { useT } from '../../i18n/context.tsx'
import { numberOf } from './number-of.ts'
import type { Piece } from './run-queries.ts'

type Props = {
  rows: readonly Piece[]
  /** Their numbers in the run; absent where none can be chosen. */
  chosen?: readonly number[]
  onChosen: (chosen: readonly number[]) => void
}

/** Pieces of a run with where each is, on paper and in the hall. */
export function PieceTable({ rows, chosen, onChosen }: Props) {
  const t = useT()
  const placed = rows.some(({ place }) => place !== '')
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="text-sm text-ink-2">
          {chosen && (
            <th scope="col" className="w-12">
              <span className="sr-only">{t('print.piece-chosen')}</span>
            </th>
          )}
          <th scope="col" className="py-2 pr-3 font-semibold">
            {t('print.piece-number')}
          </th>
          <th scope="col" className="py-2 pr-3 font-semibold">
            {t('print.piece-names')}
          </th>
          <th scope="col" className="py-2 pr-3 font-semibold">
            {t('print.piece-sheet')}
          </th>
          {placed && (
            <th scope="col" className="py-2 font-semibold">
              {t('print.piece-place')}
            </th>
          )}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
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
      </tbody>
    </table>
  )
}
