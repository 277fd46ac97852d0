import type { LinkId } from './href.ts'
import { usePage } from './payload.tsx'

/** Tells of a page of the program whether the temple has written it: nothing leads to one that is not there. */
export function useWritten(): (to: LinkId) => boolean {
  const { unwritten } = usePage().site
  return (to) => !unwritten?.includes(to)
}
