import { startTransition, useCallback, useState } from 'react'

/** A page with more rows than this is noticeably slow to render. */
export const rowsAtOnce = 100

export type IncrementalList<Row> = {
  /** The rows to render now, from the top of the list. */
  rows: readonly Row[]
  /** The number of rows in the list. */
  total: number
  more: () => void
  /** Makes sure that at least this many rows are rendered. */
  reach: (count: number) => void
}

/** Renders a loaded list in chunks: `LoadMoreSentinel` below its rows adds the next chunk as it scrolls into view. */
export function useIncrementalList<Row>(all: readonly Row[]): IncrementalList<Row> {
  const [most, setMost] = useState(rowsAtOnce)
  // A transition, so that input events are handled first.
  const more = useCallback(() => startTransition(() => setMost((count) => count + rowsAtOnce)), [])
  const reach = useCallback((to: number) => setMost((count) => Math.max(count, to)), [])
  return { rows: all.length > most ? all.slice(0, most) : all, total: all.length, more, reach }
}
