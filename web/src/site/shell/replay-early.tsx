import { useEffect, useState } from 'react'

/**
 * Stands beside the hydrated page: what was typed before its code was here is handed to it, and a form that was sent
 * then is sent now: the document's first script kept it from leaving.
 */
export function ReplayEarly(props: { handTyped: () => void }) {
  const { handTyped } = props
  const [hydrated, setHydrated] = useState(false)
  // What the page's own first effects restore is drawn together with this state.
  // oxlint-disable-next-line react/set-state-in-effect -- the next effect has to run after that
  useEffect(() => setHydrated(true), [])
  useEffect(() => {
    if (!hydrated) return
    // In a task of its own, where each field can be drawn before the next is handed over.
    const task = setTimeout(() => {
      handTyped()
      // From here on forms belong to the page.
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
