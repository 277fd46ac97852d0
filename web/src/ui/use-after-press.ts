import { useCallback, useEffect, useRef } from 'react'
import { useLatest } from '../lib/use-latest.ts'

/**
 * Runs `act` when no button or finger is pressed: a text that appears or disappears on blur, in the middle of a press,
 * would move the control, and the press would miss it.
 */
export function useAfterPress(act: () => void): () => void {
  const latest = useLatest(act)
  const down = useRef(false)
  const waiting = useRef(false)
  const run = useCallback(() => {
    // The click event follows the release in the same task.
    setTimeout(() => {
      if (down.current || !waiting.current) return
      waiting.current = false
      latest.current()
    })
  }, [latest])
  useEffect(() => {
    const press = () => {
      down.current = true
    }
    const release = () => {
      down.current = false
      run()
    }
    const on = { capture: true }
    document.addEventListener('pointerdown', press, on)
    document.addEventListener('pointerup', release, on)
    document.addEventListener('pointercancel', release, on)
    return () => {
      waiting.current = false
      document.removeEventListener('pointerdown', press, on)
      document.removeEventListener('pointerup', release, on)
      document.removeEventListener('pointercancel', release, on)
    }
  }, [run])
  return useCallback(() => {
    waiting.current = true
    run()
  }, [run])
}
