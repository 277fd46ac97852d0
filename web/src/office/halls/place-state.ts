/** The states of a position, in legend order. */
export const placeStates = ['free', 'held', 'booked', 'taken', 'kept', 'clearing', 'unusable', 'unsold'] as const
export type PlaceState = (typeof placeStates)[number]

// The letters of a map for states, as in internal/offer/position/map.go.
const letters: Record<string, PlaceState> = {
  f: 'free',
  h: 'held',
  b: 'booked',
  t: 'taken',
  k: 'kept',
  c: 'clearing',
  u: 'unusable',
  n: 'unsold',
}

/** The state for a letter; undefined where there is no position. */
export const stateOf = (letter: string | undefined): PlaceState | undefined => letters[letter ?? ' ']

/** How many positions of a map are in each state. */
export function tally(maps: readonly { states: string }[]): Record<PlaceState, number> {
  const counts: Record<PlaceState, number> = {
    free: 0,
    held: 0,
    booked: 0,
    taken: 0,
    kept: 0,
    clearing: 0,
    unusable: 0,
    unsold: 0,
  }
  for (const { states } of maps)
    for (const letter of states) {
      const state = stateOf(letter)
      if (state) counts[state] += 1
    }
  return counts
}

const radius = 3.4

/** A position as an SVG path around x and y: states differ by shape, not only by colour. */
export function shapeOf(state: PlaceState, x: number, y: number): string {
  const circle = (r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
  switch (state) {
    case 'held':
      return `${circle(radius)}M${x} ${y - radius}v${2 * radius}`
    case 'booked':
      return `${circle(radius)}M${x - radius} ${y}h${2 * radius}`
    case 'kept':
      return `${circle(radius - 0.6)}M${x - radius} ${y + 4.6}h${2 * radius}`
    case 'clearing':
      return `M${x - 3} ${y - 3}l6 6M${x + 3} ${y - 3}l-6 6`
    case 'unusable':
      return `M${x - 3} ${y}h6`
    case 'unsold':
      return circle(1.2)
    default:
      return circle(radius)
  }
}

/** The CSS classes of a state's path. */
export const inkOf: Record<PlaceState, string> = {
  free: 'fill-card stroke-jade',
  held: 'fill-gold-1 stroke-gold-7',
  booked: 'fill-gold-1 stroke-gold-7',
  taken: 'fill-gold stroke-gold',
  kept: 'fill-gold stroke-cinnabar',
  clearing: 'fill-none stroke-cinnabar',
  unusable: 'fill-none stroke-ink-2',
  unsold: 'fill-none stroke-ink-2',
}
