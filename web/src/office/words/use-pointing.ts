import { useState, type RefObject } from 'react'
import { useLatest } from '../../lib/use-latest.ts'
import type { Language, Pointed } from './word-queries.ts'
import { textAt } from './text-at.ts'

/** The plain path and language of a framed page. */
export function placeOfPage(pathname: string): { path: string; language: Language } {
  const zh = /^\/zh(?=\/|$)/.test(pathname)
  return { path: (zh ? pathname.slice(3) : pathname) || '/', language: zh ? 'zh' : 'en' }
}

/** The text last clicked in a framed page. While `on`, clicks have no other effect there. */
export function usePointing(frame: RefObject<HTMLIFrameElement | null>, on: boolean) {
  const [pointed, setPointed] = useState<Pointed>()
  const pointing = useLatest(on)
  /** For the frame's onLoad: listens to its document, which stays during client-side navigation. */
  const listen = () => {
    const page = frame.current?.contentWindow
    page?.document.addEventListener(
      'click',
      (event) => {
        if (!pointing.current) return
        event.preventDefault()
        event.stopPropagation()
        // Elements in a frame are instances of that window's classes, so instanceof does not work.
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
