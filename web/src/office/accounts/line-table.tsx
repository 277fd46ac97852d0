import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Figure } from './figure.tsx'
import type { FigurePlace, ReportLine } from './report-queries.ts'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../kit/list/table.tsx'

type Props = {
  title: string
  lines: readonly ReportLine[]
  nameOf: (line: ReportLine) => string
  /** Each line has its own counts of payments and refunds. */
  counts?: boolean
  /** The list behind a line's figure. */
  listOf: (line: ReportLine, of: 'payments' | 'refunds') => FigurePlace | undefined
}

/** A table of the takings; its last row is the sum of the report, whatever the breakdown. */
export function LineTable({ title, lines, nameOf, counts = false, listOf }: Props) {
  const t = useT()
  const sum = (of: (line: ReportLine) => number) => lines.reduce((all, line) => all + of(line), 0)
  const taken = sum((line) => line.taken)
  const back = sum((line) => line.back)
  const cell = 'py-2 pl-3 text-right tabular-nums whitespace-nowrap'
  return (
    <Panel size="xs" aria-label={title} className="break-inside-avoid overflow-x-auto">
      <h2 className="mb-2 text-lg">{title}</h2>
      <Table
        headClass="text-sm text-ink-2"
        heads={[
          <th key="" className="sr-only">
            {title}
          </th>,
          ...(['payments', 'taken', 'back', 'stayed'] as const).map(
            (one) => (one !== 'payments' || counts) && { text: t(`accounts.${one}`), className: cell },
          ),
        ]}
        foot={
          <tr className="border-t-2 border-line-2 font-bold">
            <th scope="row" className="py-2 text-left">
              {t('common.field.total')}
            </th>
            {counts && <td className={cell}>{sum((line) => line.count)}</td>}
            <td className={cell}>{money(taken)}</td>
            <td className={cell}>{back > 0 ? money(-back) : ''}</td>
            <td className={cell}>{money(taken - back)}</td>
          </tr>
        }
      >
        {lines.map((line) => (
          <tr key={`${line.key} ${line.fund?.key}`} className="border-t border-line">
            <th scope="row" className="py-2 text-left font-normal">
              {nameOf(line)}
            </th>
            {counts && (
              <td className={cell}>
                <Figure to={line.count > 0 ? listOf(line, 'payments') : undefined}>{line.count}</Figure>
              </td>
            )}
            <td className={cell}>
              <Figure to={line.taken > 0 ? listOf(line, 'payments') : undefined}>{money(line.taken)}</Figure>
            </td>
            <td className={cell}>
              {line.back > 0 && <Figure to={listOf(line, 'refunds')}>{money(-line.back)}</Figure>}
            </td>
            <td className={cell}>{money(line.taken - line.back)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
