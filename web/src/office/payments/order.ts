/**
 * Keeps the positions of payments that have left the queue since it was opened, so that "next" continues where the
 * reviewer was, not at the start.
 */
export function mergeOrder(known: readonly string[], fresh: readonly string[]): string[] {
  const isFresh = new Set(fresh)
  const out: string[] = []
  let next = 0
  for (const id of known) {
    if (isFresh.has(id)) {
      const until = fresh.indexOf(id)
      while (next <= until) out.push(fresh[next++] ?? id)
    } else out.push(id)
  }
  return [...new Set([...out, ...fresh.slice(next)])]
}

/**
 * The neighbours of a payment that are still in the queue; after the last one, the first. Payments claimed by a
 * colleague are skipped.
 */
export function neighbours(
  known: readonly string[],
  fresh: readonly string[],
  id: string,
  taken: ReadonlySet<string> = new Set(),
): { next?: string; previous?: string; place: number } {
  const at = known.indexOf(id)
  const free = new Set(fresh.filter((other) => !taken.has(other)))
  const next =
    known.slice(at + 1).find((other) => free.has(other)) ?? fresh.find((other) => other !== id && free.has(other))
  const previous = known.slice(0, Math.max(0, at)).findLast((other) => free.has(other))
  return { next, previous, place: fresh.indexOf(id) + 1 }
}
