import { useT } from '../../i18n/context.tsx'

type Props = { row: number; units: number; unit: number }

const step = 16

/** The row of positions around a lamp, with its own highlighted. A long row is cropped to the neighbourhood. */
export function RowStrip({ row, units, unit }: Props) {
  const t = useT()
  const shown = Math.min(units, 20)
  const first = Math.min(Math.max(1, unit - Math.floor(shown / 2)), units - shown + 1)
  const width = shown * step + 14
  const xOf = (of: number) => 7 + step / 2 + (of - first) * step
  const ends = [first, first + shown - 1].filter((end) => Math.abs(end - unit) > 1)
  return (
    <svg
      viewBox={`0 -20 ${width} 48`}
      role="img"
      aria-label={t('lamp.strip', { row, count: units, unit })}
      className="block w-full"
    >
      <rect x="1" y="-13" width={width - 2} height="26" rx="13" fill="#4a1b14" />
      {[...Array(shown).keys()].map((n) => {
        const of = first + n
        return of === unit ? (
          <g key={of}>
            <circle cx={xOf(of)} r="12" fill="#ffd98a" opacity=".45" />
            <path d={`M${xOf(of)}-9c4 5 4.500 8 0 12c-4.500-4-4-7 0-12Z`} fill="#f6a53b" />
            <path d={`M${xOf(of) - 5} 4h10c-.5 3.500-2.500 5-5 5s-4.500-1.500-5-5Z`} fill="#c98e3d" />
          </g>
        ) : (
          <circle key={of} cx={xOf(of)} cy="1" r="3.200" fill="#d9b36b" opacity=".85" />
        )
      })}
      <text x={xOf(unit)} y="26" textAnchor="middle" fill="#9f2a1f" fontSize="11" fontWeight="700">
        {unit}
      </text>
      {ends.map((end) => (
        <text key={end} x={xOf(end)} y="26" textAnchor="middle" fill="#5a493d" fontSize="11">
          {end}
        </text>
      ))}
    </svg>
  )
}
