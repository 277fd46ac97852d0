import { useEffect, useRef, type KeyboardEvent } from 'react'
import { atEyeLevel } from '../../domain/eye-level.ts'
import { useT } from '../../i18n/context.tsx'
import type { Spot, Tower } from './hall-queries.ts'
import { PlaceSign } from './place-sign.tsx'
import { stateOf } from './place-state.ts'

type Props = { tower: Tower; states: string; spot: Spot; onSpot: (spot: Spot) => void }

const moves: Record<string, [row: number, unit: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  PageUp: [10, 0],
  PageDown: [-10, 0],
}

/** The selected row as buttons: arrow keys move along it and to the rows above and below. */
export function RowCells({ tower, states, spot, onSpot }: Props) {
  const t = useT()
  const grid = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  const { rows, units } = tower
  useEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>('[aria-selected=true]')
    // Scrolls only horizontally within the row: the page does not move.
    if (grid.current && cell) grid.current.scrollLeft = cell.offsetLeft - grid.current.clientWidth / 2
    if (moved.current) cell?.focus({ preventScroll: true })
    moved.current = false
  }, [spot])
  const keyed = (event: KeyboardEvent) => {
    const move = moves[event.key]
    const edge = event.key === 'Home' ? 1 : event.key === 'End' ? units : undefined
    if (!move && edge === undefined) return
    event.preventDefault()
    const up = move && !tower.upwards ? -move[0] : (move?.[0] ?? 0)
    moved.current = true
    onSpot({
      tower: tower.code,
      row: Math.min(rows, Math.max(1, spot.row + up)),
      unit: edge ?? Math.min(units, Math.max(1, spot.unit + (move?.[1] ?? 0))),
    })
  }
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label={t(atEyeLevel(tower, spot.row) ? 'halls.row-of-eye' : 'halls.row-of', {
        tower: tower.code,
        row: spot.row,
      })}
      aria-rowcount={rows}
      aria-colcount={units}
      onKeyDown={keyed}
      className="relative overflow-x-auto pb-1"
    >
      <div role="row" aria-rowindex={spot.row} className="flex gap-1">
        {[...Array(units).keys()].map((n) => {
          const unit = n + 1
          const state = stateOf(states[(spot.row - 1) * units + n])
          const here = unit === spot.unit
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid handles the arrow keys
            <div
              key={unit}
              role="gridcell"
              tabIndex={here ? 0 : -1}
              aria-colindex={unit}
              aria-selected={here}
              aria-label={t('halls.said', { row: spot.row, unit, state: state ? t(`halls.state-${state}`) : '–' })}
              onClick={() => onSpot({ ...spot, unit })}
              className={`flex h-14 w-11 shrink-0 cursor-pointer flex-col items-center justify-center rounded-xl border text-sm ${here ? 'border-cinnabar bg-cinnabar-1 font-bold' : 'border-line bg-card hover:bg-paper-2'}`}
            >
              <span>{unit}</span>
              {state && <PlaceSign state={state} />}
            </div>
          )
        })}
      </div>
    </div>
  )
}
