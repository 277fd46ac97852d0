/** The half of a row over which something is dragged. */
export type Edge = 'above' | 'below'

/** The new index of a row dragged from `from` and dropped above or below the row at `over`; indexes from 0. */
export function droppedAt(from: number, over: number, edge: Edge): number {
  const before = edge === 'above' ? over : over + 1
  return from < before ? before - 1 : before
}

/** The list with one item moved. */
export function reordered<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
