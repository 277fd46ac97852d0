import { useCallback, useRef } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'

/** A ref for the element at the end of a list: `onNear` is called when it is less than two screens away. */
export function useNear(onNear: () => void) {
  const latest = useLatest(onNear)
  const seen = useRef<IntersectionObserver>(undefined)
  return useCallback(
    (end: HTMLElement | null) => {
      seen.current?.disconnect()
      if (!end || typeof IntersectionObserver === 'undefined') return
      seen.current = new IntersectionObserver(
        // On a busy page, several entries arrive at once; the last one counts.
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
        },
        { rootMargin: '200% 0px' },
      )
      seen.current.observe(end)
    },
    [latest],
  )
}
