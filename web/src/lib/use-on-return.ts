import { useEffect } from 'react'
import { useLatest } from './use-latest.ts'

/** Coming back shows as several events at once. */
const once = 1000

/** Runs when the visitor comes back to this tab from another tab, window or app. */
export function useOnReturn(look: () => void): void {
  const latest = useLatest(look)
  useEffect(() => {
    let last = 0
    const onReturn = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < once) return
      last = Date.now()
      latest.current()
    }
    document.addEventListener('visibilitychange', onReturn)
    addEventListener('focus', onReturn)
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      removeEventListener('focus', onReturn)
    }
  }, [latest])
}
