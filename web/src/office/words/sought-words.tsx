import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { paint } from '../kit/site/paint.ts'
import { rangesOfSentence } from './said-on-page.ts'
import { formsQuery, type Language } from './word-queries.ts'

type Props = { base: string; page: (Window & typeof globalThis) | undefined; language: Language }

// How long to wait for personal content of a page, in ms.
const patience = 3_000

/** Highlights a text on the framed page and scrolls to it; says whether it was found. */
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
    // The content of a personal page appears after its skeleton.
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
