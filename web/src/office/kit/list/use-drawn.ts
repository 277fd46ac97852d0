import { startTransition, useCallback, useState } from 'react'

/** A page with more rows than this is felt: it stands still while it is drawn. */
export const rowsAtOnce = 100

export type Drawn<Row> = {
  /** The rows to draw now, from the top of the list. */
  rows: readonly Row[]
  /** How many the list has. */
  total: number
  more: () => void
  /** Sees to it that so many are drawn. */
  reach: (count: number) => void
}

/** Renders a loaded list in chunks: `DrawnFoot` below its rows adds the next chunk as it scrolls into view. */
export function useDrawn<Row>(all: readonly Row[]): Drawn<Row> {
  const [most, setMost] = useState(rowsAtOnce)
  // What is typed or pressed meanwhile goes first.
  const more = useCallback(() => startTransition(() => setMost((count) => count + rowsAtOnce)), [])
  const reach = useCallback((to: number) => setMost((count) => Math.max(count, to)), [])
  return { rows: all.length > most ? all.slice(0, most) : all, total: all.length, more, reach }
}
