import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import './sheet.css'

export type Paper = 'a4' | 'a5' | 'slip'

const millimetre = 96 / 25.4

/** The CSS page size and margins. A slip is as long as its content. */
export function pageRule(paper: Paper, pixelsHigh: number): string {
  if (paper === 'a4') return '@page { size: A4 portrait; margin: 15mm; }'
  if (paper === 'a5') return '@page { size: A5 portrait; margin: 12mm; }'
  const height = Math.max(60, Math.ceil(pixelsHigh / millimetre) + 12)
  return `@page { size: 80mm ${height}mm; margin: 4mm; }`
}

/** Prints its children when mounted; they are not visible on the screen. */
export function PrintSheet({ paper, lang, children }: { paper: Paper; lang?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const rules = new CSSStyleSheet()
    let gone = false
    const print = async () => {
      await document.fonts.ready
      if (gone) return
      // Rules of a constructed style sheet are neither markup nor blocked by the content security policy.
      rules.replaceSync(pageRule(paper, box.current?.offsetHeight ?? 0))
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules]
      window.print()
    }
    void print()
    return () => {
      gone = true
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules)
    }
  }, [paper])
  return createPortal(
    <div ref={box} lang={lang} aria-hidden="true" className={`sheet sheet-${paper}`}>
      {children}
    </div>,
    document.body,
  )
}
