import { useEffect, useState } from 'react'

/**
 * Replays what happened before hydration: hands typed values to React, and submits a form that was submitted too early,
 * which the document's inline script had intercepted.
 */
export function ReplayEarly(props: { handTyped: () => void }) {
  const { handTyped } = props
  const [hydrated, setHydrated] = useState(false)
  // A state change, so that the next effect runs after drafts restored by the page's first effects are rendered.
  // oxlint-disable-next-line react/set-state-in-effect -- the next effect has to run after that
  useEffect(() => setHydrated(true), [])
  useEffect(() => {
    if (!hydrated) return
    // In a separate task, in which each field is rendered before the next is replayed.
    const task = setTimeout(() => {
      handTyped()
      // From here on the page handles submits itself.
      const root: HTMLElement & { pressed?: HTMLFormElement | undefined } = document.documentElement
      root.dataset.live = ''
      const { pressed } = root
      root.pressed = undefined
      if (pressed?.isConnected) pressed.requestSubmit()
    })
    return () => clearTimeout(task)
  }, [hydrated, handTyped])
  return null
}
