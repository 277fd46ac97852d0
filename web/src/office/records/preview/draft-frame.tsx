import { useEffect, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { rangesOf } from '../../kit/site/changed-parts.ts'
import { holdLinks } from '../../kit/site/hold-links.ts'
import { paint } from '../../kit/site/paint.ts'
import { SiteFrame } from '../../kit/site/site-frame.tsx'
import type { Width } from '../../kit/site/widths.ts'
import { pageOf } from './preview-address.ts'
import { titleOf, type Language, type Summary } from '../record-queries.ts'
import { useChanged } from './use-changed.ts'

type Props = {
  record: Summary
  language: Language
  width: Width
  /** Whether to highlight what visitors do not see yet. */
  marking: boolean
  onHeld: () => void
}

/** The draft rendered on its page in one language, under the page's URL. */
export function DraftFrame({ record, language, width, marking, onHeld }: Props) {
  const t = useT()
  const { live, draft } = pageOf(record, language)
  const [page, setPage] = useState<Window & typeof globalThis>()
  const { data: changed, isError } = useChanged(record, language, marking)
  useEffect(() => {
    if (!page) return
    const parts = marking && changed && changed !== 'new' ? changed : { texts: [], pictures: [] }
    const ranges = rangesOf(page.document, parts)
    paint(page, ranges, parts.pictures)
    // Scrolls only the framed page, not the office around it.
    const first = ranges[0]?.getBoundingClientRect().top
    if (first !== undefined) page.scrollBy(0, first - page.innerHeight / 3)
  }, [page, changed, marking])
  const nothing = changed && changed !== 'new' && changed.texts.length + changed.pictures.length === 0
  const says = isError
    ? t('records.preview-not-compared')
    : changed === 'new'
      ? t('records.preview-new')
      : nothing && t('records.preview-same')
  return (
    <section
      aria-label={t(`records.preview-in-${language}`)}
      className={`flex min-w-0 flex-col overflow-hidden bg-card shadow-card ${width === 'phone' ? 'mx-auto w-full max-w-[414px] rounded-[2rem] border-[12px] border-lacquer' : 'rounded-card'}`}
    >
      <p className="flex flex-wrap items-center gap-x-3 border-b border-line px-4 py-2 text-sm">
        <span className="min-w-0 grow font-mono wrap-anywhere">{live}</span>
        <span role="status" className="text-ink-2 empty:hidden">
          {marking && says}
        </span>
      </p>
      <SiteFrame
        address={draft}
        width={width}
        title={t(`records.preview-frame-${language}`, { title: titleOf(record, language) })}
        className={width === 'phone' ? 'h-[36rem]' : 'h-[70dvh] min-h-96 lg:h-[calc(100dvh-13rem)]'}
        onPage={(next) => {
          holdLinks(next, draft, onHeld)
          setPage(next)
        }}
      />
    </section>
  )
}
