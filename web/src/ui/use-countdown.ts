import { useEffect, useState } from 'react'

/** Whole seconds until a time in epoch milliseconds; 0 once it is reached, or without one. Never negative. */
export function secondsUntil(moment: number | undefined, now: number): number {
  return moment === undefined ? 0 : Math.max(0, Math.ceil((moment - now) / 1000))
}

/** Seconds left until a time, counting down while the page is open; 0 on the server and at first render. */
export function useCountdown(moment: number | undefined): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const tick = () => {
      const seconds = secondsUntil(moment, Date.now())
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [moment])
  return left
}
