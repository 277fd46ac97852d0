import { useMemo, type MouseEvent } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { inkOf, placeStates, shapeOf, stateOf, type PlaceState } from './place-state.ts'
import type { Spot, Tower } from './hall-queries.ts'

const step = 11
// Space for the row numbers, and beside them for the words at eye level.
const left = 38
const eye = 11
const top = 18

// The numbers beside rows and above positions: the first and every fifth.
const marks = (count: number) => [...Array(count).keys()].map((n) => n + 1).filter((n) => n === 1 || n % 5 === 0)

type Props = { tower: Tower; states: string; spot: Spot | undefined; onSpot: (spot: Spot) => void }

/**
 * All positions of a tower, one SVG path for each state, because rendering thousands of buttons would take a second. It
 * is hidden from screen readers, which use the row below (RowCells).
 */
export function TowerMap({ tower, states, spot, onSpot }: Props) {
  const { rows, units, upwards, eyeFrom, eyeTo } = tower
  const yOf = (row: number) => top + step / 2 + (upwards ? rows - row : row - 1) * step
  const xOf = (unit: number) => left + step / 2 + (unit - 1) * step
  const paths = useMemo(() => drawn(tower, states), [tower, states])
  const width = left + units * step + 6
  const height = top + rows * step + 6
  const pressed = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const unit = 1 + Math.floor((((event.clientX - box.left) / box.width) * width - left) / step)
    const line = Math.floor((((event.clientY - box.top) / box.height) * height - top) / step)
    const row = upwards ? rows - line : line + 1
    if (unit < 1 || unit > units || row < 1 || row > rows) return
    if (stateOf(states[(row - 1) * units + unit - 1])) onSpot({ tower: tower.code, row, unit })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys: see RowCells
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      onClick={pressed}
      className="block max-h-[75vh] w-full cursor-pointer"
    >
      {spot && (
        <g className="fill-cinnabar-1">
          <rect x={left - 2} y={yOf(spot.row) - step / 2} width={units * step + 4} height={step} rx={3} />
          <rect x={xOf(spot.unit) - step / 2} y={top - 2} width={step} height={rows * step + 4} rx={3} />
        </g>
      )}
      <g className="fill-ink-2 text-[7px]">
        {marks(units).map((unit) => (
          <text key={unit} x={xOf(unit)} y={top - 6} textAnchor="middle">
            {unit}
          </text>
        ))}
        {marks(rows).map((row) => (
          <text key={row} x={left - 6} y={yOf(row) + 2.5} textAnchor="end">
            {row}
          </text>
        ))}
      </g>
      {eyeFrom > 0 && (
        <g className="fill-gold-7 stroke-none text-[8px]">
          <rect
            x={eye + 2}
            y={Math.min(yOf(eyeFrom), yOf(eyeTo)) - step / 2}
            width={1.6}
            height={(eyeTo - eyeFrom + 1) * step}
            rx={0.8}
          />
          <EyeWords y={(yOf(eyeFrom) + yOf(eyeTo)) / 2} />
        </g>
      )}
      {paths.map(([state, path]) => (
        <path key={state} d={path} strokeWidth={1.2} className={inkOf[state]} />
      ))}
      {spot && (
        <circle
          cx={xOf(spot.unit)}
          cy={yOf(spot.row)}
          r={6.2}
          strokeWidth={1.8}
          className="fill-none stroke-cinnabar"
        />
      )}
    </svg>
  )
}

// The words "eye level", written from bottom to top, in Chinese one character below another.
function EyeWords({ y }: { y: number }) {
  const words = useT()('halls.eye-level')
  if (useLocale() === 'en')
    return (
      <text transform={`translate(${eye - 1} ${y}) rotate(-90)`} textAnchor="middle">
        {words}
      </text>
    )
  const signs = [...words].map((sign, n, { length }) => ({ sign, at: y + (n - length / 2 + 0.85) * 8.5 }))
  return (
    <text textAnchor="middle">
      {signs.map(({ sign, at }) => (
        <tspan key={at} x={eye - 4} y={at}>
          {sign}
        </tspan>
      ))}
    </text>
  )
}

function drawn({ rows, units, upwards }: Tower, states: string): [PlaceState, string][] {
  const parts = new Map<PlaceState, string>()
  for (let row = 1; row <= rows; row += 1)
    for (let unit = 1; unit <= units; unit += 1) {
      const state = stateOf(states[(row - 1) * units + unit - 1])
      if (!state) continue
      const x = left + step / 2 + (unit - 1) * step
      const y = top + step / 2 + (upwards ? rows - row : row - 1) * step
      parts.set(state, (parts.get(state) ?? '') + shapeOf(state, x, y))
    }
  return placeStates.flatMap((state): [PlaceState, string][] => {
    const path = parts.get(state)
    return path ? [[state, path]] : []
  })
}
