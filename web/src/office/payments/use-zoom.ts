import { useEffect, useState, type RefObject } from 'react'
import { useKeys } from '../kit/act/keyboard.ts'
import { useLatest } from '../../lib/use-latest.ts'

/** Scroll distance with Ctrl, or of a touchpad pinch, for one zoom step. */
const wheelStep = 60
/** The change of distance between two fingers for one zoom step. */
const pinchStep = 1.3

/** Zoom step and rotation of a picture, changed by buttons, keys, wheel, and two fingers. */
export function useZoom(box: RefObject<HTMLElement | null>, steps: number) {
  const [zoom, setZoom] = useState(0)
  const [turn, setTurn] = useState(0)
  const by = (change: number) => setZoom((now) => Math.min(Math.max(now + change, 0), steps - 1))
  const round = () => setTurn((now) => (now + 1) % 4)
  useKeys({
    larger: () => by(1),
    smaller: () => by(-1),
    turn: round,
    enlarge: () => setZoom((now) => (now ? 0 : 2)),
  })
  const step = useLatest(by)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let wheeled = 0
    let apart = 0
    // React's wheel listener is passive, so preventDefault would not stop the page from zooming.
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      wheeled += event.deltaY
      if (Math.abs(wheeled) < wheelStep) return
      step.current(wheeled < 0 ? 1 : -1)
      wheeled = 0
    }
    const touch = (event: TouchEvent) => {
      const [one, two] = event.touches
      if (!one || !two) {
        apart = 0
        return
      }
      event.preventDefault()
      const now = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY)
      if (apart === 0) apart = now
      else if (now > apart * pinchStep || now < apart / pinchStep) {
        step.current(now > apart ? 1 : -1)
        apart = now
      }
    }
    const lift = () => {
      apart = 0
    }
    element.addEventListener('wheel', wheel, { passive: false })
    element.addEventListener('touchmove', touch, { passive: false })
    element.addEventListener('touchend', lift)
    return () => {
      element.removeEventListener('wheel', wheel)
      element.removeEventListener('touchmove', touch)
      element.removeEventListener('touchend', lift)
    }
  }, [box, step])
  return { zoom, turn, setZoom, by, round }
}
