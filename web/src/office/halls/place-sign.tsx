import { inkOf, shapeOf, type PlaceState } from './place-state.ts'

/** The symbol of a state, as on the map. */
export function PlaceSign({ state, size = 18 }: { state: PlaceState; size?: number }) {
  return (
    <svg viewBox="0 0 11 12" width={size} height={size} aria-hidden="true" className="shrink-0">
      <path d={shapeOf(state, 5.5, 5.5)} strokeWidth={1.2} className={inkOf[state]} />
    </svg>
  )
}
