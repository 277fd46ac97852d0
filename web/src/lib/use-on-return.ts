import { useEffect } from 'react'
import { useLatest } from './use-latest.ts'

/** One return triggers several events. */
const once = 1000

/** Calls `look` when the visitor returns to this tab from another tab, window or app. */
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
