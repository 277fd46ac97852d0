import type { LinkId } from './href.ts'
import { usePage } from './payload.tsx'

/** Whether the temple has published a page: unpublished ones get no links. */
export function useWritten(): (to: LinkId) => boolean {
  const { unwritten } = usePage().site
  return (to) => !unwritten?.includes(to)
}
