import { useEffect, useState } from 'react'
import { useLatest } from '../../lib/use-latest.ts'

const acts = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/**
 * Calls `still` after some seconds without a touch, while `on`. Returns the remaining seconds during the last fifteen,
 * otherwise undefined.
 */
export function useStillness(on: boolean, seconds: number, still: () => void): number | undefined {
  const latest = useLatest(still)
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (!on) return
    let last = Date.now()
    const act = () => {
      last = Date.now()
      setLeft(undefined)
    }
    const look = setInterval(() => {
      const rest = Math.ceil(seconds - (Date.now() - last) / 1000)
      setLeft(rest <= 15 ? rest : undefined)
      if (rest > 0) return
      last = Date.now()
      setLeft(undefined)
      latest.current()
    }, 500)
    for (const name of acts) addEventListener(name, act, { passive: true })
    return () => {
      clearInterval(look)
      for (const name of acts) removeEventListener(name, act)
    }
  }, [on, seconds, latest])
  return on ? left : undefined
}
