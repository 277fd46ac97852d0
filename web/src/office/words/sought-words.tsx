import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { paint } from '../kit/site/paint.ts'
import { rangesOfSentence } from './said-on-page.ts'
import { formsQuery, type Language } from './word-queries.ts'

type Props = { base: string; page: (Window & typeof globalThis) | undefined; language: Language }

// How long a page may take to show what is the visitor's own, in ms.
const patience = 3_000

/** Marks a sentence on the framed page and brings it into view; says so, or that it does not stand there now. */
export function SoughtWords({ base, page, language }: Props) {
  const t = useT()
  const { data: forms } = useQuery(formsQuery(base))
  const [found, setFound] = useState<number>()
  useEffect(() => {
    if (!page || !forms) return
    const sentences = forms.flatMap(({ sides }) => sides[language]?.live ?? [])
    let done = false
    const look = () => {
      const ranges = rangesOfSentence(page.document, sentences)
      paint(page, ranges)
      setFound(ranges.length)
      if (ranges.length > 0 && !done) {
        done = true
        ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: 'center' })
      }
    }
    look()
    // A page of the visitor's own comes in two steps.
    const seen = new page.MutationObserver(() => !done && look())
    seen.observe(page.document.body, { childList: true, subtree: true, characterData: true })
    const end = setTimeout(() => seen.disconnect(), patience)
    return () => {
      clearTimeout(end)
      seen.disconnect()
    }
  }, [page, forms, language])
  return (
    <p role="status" className="mb-3 font-semibold">
      {found !== undefined && t(found > 0 ? 'words.seen-marked' : 'words.seen-not-now')}{' '}
      <Link href={`/words/${encodeURIComponent(base)}`} className="link font-mono text-sm wrap-anywhere">
        {base}
      </Link>
    </p>
  )
}
