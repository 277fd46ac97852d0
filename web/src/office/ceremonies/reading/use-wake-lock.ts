import { useEffect, useState } from 'react'

/** Keeps the screen on while mounted. Returns whether it works: old browsers and a low battery refuse. */
export function useWakeLock(): boolean {
  const [awake, setAwake] = useState(false)
  useEffect(() => {
    // Older browsers have no wake lock.
    const locks = (navigator as Partial<Navigator>).wakeLock
    if (!locks) return
    let lock: WakeLockSentinel | undefined
    let gone = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      try {
        const got = await locks.request('screen')
        if (gone) return void got.release()
        lock = got
        setAwake(true)
        // The browser releases it when the tablet sleeps or another tab is opened.
        got.addEventListener('release', () => setAwake(false))
      } catch {
        setAwake(false)
      }
    }
    const onSeen = () => void ask()
    void ask()
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', onSeen)
      void lock?.release()
    }
  }, [])
  return awake
}
