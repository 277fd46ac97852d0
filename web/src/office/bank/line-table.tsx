import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import type { Line, Statement } from './bank-queries.ts'
import { Table } from '../kit/list/table.tsx'
import { cell, LineRow } from './line-row.tsx'
import type { Selection } from './use-selection.ts'

const head = 'bg-paper-2 px-2 py-1.5 text-left text-xs font-semibold text-ink-2'

type Props = {
  statement: Statement
  /** Certain matches, which come first. */
  certain: readonly Line[]
  rest: readonly Line[]
  selection: Selection
  /** How many certain lines are shown before the rest is collapsed. */
  shown: number
  onUnfold: () => void
}

/** The lines of a statement, one row each: first the certain ones, selected and collapsed after a few. */
export function LineTable({ statement, certain, rest, selection, shown, onUnfold }: Props) {
  const t = useT()
  const open = statement.state === 'ready'
  const { count, sum } = statement.tallies.certain
  const folded = count - Math.min(shown, certain.length)
  const first = certain.slice(0, shown)
  const row = (line: Line) => (
    <LineRow
      key={line.id}
      line={line}
      open={open}
      picked={selection.has(line)}
      onPick={(picked) => selection.pick(line, picked)}
    />
  )
  return (
    <Table
      cards
      caption={t('bank.lines')}
      className="md:rounded-card md:bg-card md:shadow-card"
      headClass={head}
      bodyClass="text-sm max-md:space-y-3"
      heads={[
        <th key="pick" className={`${head} rounded-tl-card pl-4`}>
          {open && count > 0 && certain.length > 0 && (
            <input
              type="checkbox"
              aria-label={t('bank.pick-certain', { count })}
              checked={selection.allCertain}
              onChange={(event) => selection.pickCertain(event.target.checked)}
              className="h-6 w-6 align-middle accent-cinnabar"
            />
          )}
        </th>,
        t('office.field.bank'),
        { text: 'S$', right: true },
        t('office.field.order'),
        t('bank.column-why'),
        { text: t('office.field.action'), className: 'rounded-tr-card' },
      ]}
    >
      {first.map(row)}
      {folded > 0 && first.length > 0 && (
        <tr className="bg-card max-md:block max-md:p-3 md:border-t md:border-line">
          <td className={`${cell} md:pl-16`} colSpan={6}>
            <button type="button" className="link touch" onClick={onUnfold}>
              {t('bank.more-certain', { count: folded })}
            </button>{' '}
            ·{' '}
            {t('bank.more-certain-sum', {
              amount: money(sum - first.reduce((total, line) => total + line.amount, 0)),
            })}
          </td>
        </tr>
      )}
      {rest.map(row)}
    </Table>
  )
}
