import { useState, type RefObject } from 'react'
import { useLatest } from '../../lib/use-latest.ts'
import type { Language, Pointed } from './word-queries.ts'
import { textAt } from './text-at.ts'

/** Where a framed page is: its plain path and its language. */
export function placeOfPage(pathname: string): { path: string; language: Language } {
  const zh = /^\/zh(?=\/|$)/.test(pathname)
  return { path: (zh ? pathname.slice(3) : pathname) || '/', language: zh ? 'zh' : 'en' }
}

/** The text that was pressed last in a framed page. While `on`, pressing does nothing else there. */
export function usePointing(frame: RefObject<HTMLIFrameElement | null>, on: boolean) {
  const [pointed, setPointed] = useState<Pointed>()
  const pointing = useLatest(on)
  /** For the frame's onLoad: listens to the document that it has now, which stays when one walks within the site. */
  const listen = () => {
    const page = frame.current?.contentWindow
    page?.document.addEventListener(
      'click',
      (event) => {
        if (!pointing.current) return
        event.preventDefault()
        event.stopPropagation()
        // The elements of a frame are of its own window's classes.
        const target = event.target as Element | null
        if (target) {
          setPointed({ text: textAt(target, event.clientX, event.clientY), ...placeOfPage(page.location.pathname) })
        }
      },
      true,
    )
  }
  return { pointed, listen }
}
