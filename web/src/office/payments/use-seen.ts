import { useEffect, type RefObject } from 'react'
import { useLatest } from '../../lib/use-latest.ts'

/** How long a picture must be on the screen before its payment can be approved, in milliseconds. */
export const lookFor = 500

/** Calls back once when an element has been visible and ready for {@link lookFor} milliseconds without a break. */
export function useSeen(element: RefObject<Element | null>, ready: boolean, onSeen: (() => void) | undefined): void {
  const latest = useLatest(onSeen)
  const wanted = onSeen !== undefined
  useEffect(() => {
    if (!ready || !wanted || !element.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        // Of several queued entries, the last is current.
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
