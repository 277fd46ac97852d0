import { diffArrays, diffChars, diffWordsWithSpace } from 'diff'
import { useT } from '../../../i18n/context.tsx'
import { languageTag } from '../../../i18n/messages.ts'
import type { Language } from '../record-queries.ts'

type Part = { kind: 'same' | 'added' | 'removed'; text: string }
type Block = { kind: 'same'; texts: string[] } | { kind: 'changed'; parts: Part[] }

const paragraphs = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('p, h2, h3, h4, li, tr, dt, dd, figcaption')]
    .filter((one) => one.tagName !== 'P' || !one.parentElement?.closest('li, dd'))
    .map((one) => (one.textContent ?? '').trim())
    .filter((text) => text !== '')
}

const partOf = ({ added, removed, value }: { added?: boolean; removed?: boolean; value: string }): Part => ({
  kind: added ? 'added' : removed ? 'removed' : 'same',
  text: value,
})

/** The differences between two texts: unchanged paragraphs as a count, changed ones by word (Chinese: by character). */
export function differenceOf(before: string, after: string, language: Language): Block[] {
  const blocks: Block[] = []
  let removed: string[] = []
  const within = language === 'zh' ? diffChars : diffWordsWithSpace
  const flush = (added: string[]) => {
    const count = Math.max(removed.length, added.length)
    for (let i = 0; i < count; i++) {
      const [old, now] = [removed[i], added[i]]
      if (old !== undefined && now !== undefined) blocks.push({ kind: 'changed', parts: within(old, now).map(partOf) })
      else
        blocks.push({
          kind: 'changed',
          parts: [{ kind: old === undefined ? 'added' : 'removed', text: old ?? now ?? '' }],
        })
    }
    removed = []
  }
  for (const part of diffArrays(paragraphs(before), paragraphs(after))) {
    if (part.removed) removed.push(...part.value)
    else if (part.added) flush(part.value)
    else {
      flush([])
      blocks.push({ kind: 'same', texts: part.value })
    }
  }
  flush([])
  return blocks
}

/** A plain line as a paragraph, for comparison. */
export function asParagraph(value: string): string {
  if (/^\s*</.test(value)) return value
  const box = document.createElement('p')
  box.textContent = value
  return box.outerHTML
}

/** The look of a change; text for screen readers says it too. */
export const looks = { added: 'bg-jade-1 text-jade underline', removed: 'bg-cinnabar-1 text-cinnabar line-through' }

/** A change, with text for screen readers. */
export function Change({ parts }: { parts: readonly Part[] }) {
  const t = useT()
  return parts.map(({ kind, text }, i) => {
    if (kind === 'same') return text
    const Tag = kind === 'added' ? 'ins' : 'del'
    return (
      // oxlint-disable-next-line react/no-array-index-key -- parts may repeat, and have no state
      <Tag key={i} className={`rounded px-0.5 decoration-2 ${looks[kind]}`}>
        <span className="sr-only">{t(`records.${kind}`)} </span>
        {text}
      </Tag>
    )
  })
}

/** Between two dotted lines. */
const ruled =
  'flex items-center gap-3 text-sm text-ink-2 before:grow before:border-t before:border-dotted before:border-line-2 after:grow after:border-t after:border-dotted after:border-line-2'

/** The differences between two texts of one language. Unchanged paragraphs are counted; with `all` they are shown. */
export function Difference(props: { before: string; after: string; language: Language; all?: boolean }) {
  const t = useT()
  const blocks = differenceOf(props.before, props.after, props.language)
  return (
    <div lang={languageTag[props.language]} className="space-y-3 wrap-anywhere">
      {blocks.map((block, i) =>
        block.kind === 'same' && props.all ? (
          block.texts.map((text, j) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts may repeat, and have no state
            <p key={`${i} ${j}`}>{text}</p>
          ))
        ) : block.kind === 'same' ? (
          // oxlint-disable-next-line react/no-array-index-key -- parts may repeat, and have no state
          <p key={i} lang={document.documentElement.lang} className={ruled}>
            {t('records.parts-same', { count: block.texts.length })}
          </p>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- parts may repeat, and have no state
          <p key={i}>
            <Change parts={block.parts} />
          </p>
        ),
      )}
    </div>
  )
}
