import { useEffect, type RefObject } from 'react'
import { useLatest } from '../../lib/use-latest.ts'

/** As long as a picture must have been on the screen before its payment can be approved. */
export const lookFor = 500

/** Calls back once when an element has been on the screen, and ready, for {@link lookFor} milliseconds in a row. */
export function useSeen(element: RefObject<Element | null>, ready: boolean, onSeen: (() => void) | undefined): void {
  const latest = useLatest(onSeen)
  const wanted = onSeen !== undefined
  useEffect(() => {
    if (!ready || !wanted || !element.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        // Of what has happened since it was last told, the last counts.
        if (!entries.at(-1)?.isIntersecting) return
        timer = setTimeout(() => {
          observer.disconnect()
          latest.current?.()
        }, lookFor)
      },
      { threshold: 0.4 },
    )
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element, ready, wanted, latest])
}
