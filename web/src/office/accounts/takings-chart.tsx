import { Figure } from './figure.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money, monthOfYear, sgt, shortMonth } from '../../i18n/format.ts'
import { monthWithin, type Period } from './periods.ts'
import type { ReportPoint } from './report-queries.ts'
import { labelStep, topOf } from './scale.ts'
import { Table } from '../kit/list/table.tsx'

const width = 960
const height = 260
const left = 84
const right = 28
const foot = 30
const head = 12

/** Takings by day or month as a column chart, with the same figures as a table below. */
export function TakingsChart(props: Period & { points: readonly ReportPoint[]; months: boolean }) {
  const { points, months } = props
  const t = useT()
  const locale = useLocale()
  const name = (point: ReportPoint) => (months ? monthOfYear(locale, point.day) : date(locale, point.day, 'short'))
  const spanOf = ({ day }: ReportPoint) => (months ? monthWithin(day, props) : { from: day, to: day })
  const most = points.reduce((high, point) => Math.max(high, point.taken), 0)
  const best = points.find((point) => point.taken === most)
  const said = best && most > 0 ? t('accounts.chart-says', { amount: money(most, true), day: name(best) }) : ''
  return (
    <figure className="card p-4 sm:p-5">
      <figcaption className="mb-3 text-lg font-bold">
        {t(months ? 'accounts.chart-months' : 'accounts.chart-days')}
      </figcaption>
      <Columns points={points} months={months} label={said} />
      <details className="mt-3">
        <summary className="no-print link inline-flex min-h-12 cursor-pointer items-center">
          {t('accounts.as-table')}
        </summary>
        <div className="overflow-x-auto">
          <Table
            headClass="py-2 pr-4 text-sm text-ink-2 last:pr-0"
            heads={[
              { text: t(months ? 'accounts.month-word' : 'office.field.day'), className: 'text-left' },
              { text: t('accounts.payments'), right: true },
              { text: t('accounts.taken'), right: true },
              { text: t('accounts.back'), right: true },
            ]}
          >
            {points.map((point) => (
              <tr key={point.day} className="border-t border-line">
                <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                  <Figure to={`/accounts?${new URLSearchParams(spanOf(point))}`}>{name(point)}</Figure>
                </th>
                <td className="py-1.5 pr-4 text-right tabular-nums">
                  <Figure to={point.count > 0 ? { of: 'payments', ...spanOf(point) } : undefined}>{point.count}</Figure>
                </td>
                <td className="py-1.5 pr-4 text-right tabular-nums">
                  <Figure to={point.taken > 0 ? { of: 'payments', ...spanOf(point) } : undefined}>
                    {money(point.taken)}
                  </Figure>
                </td>
                <td className="py-1.5 text-right tabular-nums">
                  {point.back > 0 && <Figure to={{ of: 'refunds', ...spanOf(point) }}>{money(-point.back)}</Figure>}
                </td>
              </tr>
            ))}
          </Table>
        </div>
      </details>
    </figure>
  )
}

/** Uses currentColor, so that forced-colours mode can replace it. */
function Columns(props: { points: readonly ReportPoint[]; months: boolean; label: string }) {
  const locale = useLocale()
  const { points, months } = props
  const top = topOf(points.reduce((high, point) => Math.max(high, point.taken), 0))
  const room = (width - left - right) / Math.max(1, points.length)
  const bar = Math.min(64, Math.max(3, room * 0.66))
  const y = (cents: number) => head + (height - head - foot) * (1 - cents / top)
  const step = labelStep(points.length, 12)
  const short = (point: ReportPoint) => {
    const { day, month } = sgt(point.day)
    if (months) return shortMonth(locale, point.day)
    return locale === 'zh' ? `${month}/${day}` : `${day} ${shortMonth('en', point.day)}`
  }
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={props.label} className="h-auto w-full text-ink-2">
      {[0, top / 2, top].map((cents) => (
        <g key={cents}>
          <path d={`M${left} ${y(cents)}H${width}`} stroke="currentColor" strokeOpacity={cents === 0 ? 0.7 : 0.2} />
          <text x={left - 10} y={y(cents) + 5} textAnchor="end" fontSize="15" fill="currentColor">
            {money(cents, true)}
          </text>
        </g>
      ))}
      {points.map((point, i) => {
        const x = left + room * i + (room - bar) / 2
        return (
          <g key={point.day}>
            {point.taken > 0 && (
              <path
                className="text-cinnabar"
                fill="currentColor"
                d={`M${x} ${y(0)}V${Math.min(y(point.taken), y(0) - 2)}h${bar}V${y(0)}z`}
              />
            )}
            {i % step === 0 && (
              <text x={left + room * (i + 0.5)} y={height - 8} textAnchor="middle" fontSize="15" fill="currentColor">
                {short(point)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
