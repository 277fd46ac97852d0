/** The half of a row that something is held over. */
export type Edge = 'above' | 'below'

/** Where a row ends up that came from `from` and is dropped above or below the row at `over`; places from 0. */
export function droppedAt(from: number, over: number, edge: Edge): number {
  const before = edge === 'above' ? over : over + 1
  return from < before ? before - 1 : before
}

/** The list with one of its things in another place. */
export function reordered<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
