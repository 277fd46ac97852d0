import { diffArrays, diffChars, diffWordsWithSpace } from 'diff'
import { blocksOf, rangeIn } from './text-blocks.ts'

/** What a page has that another does not: texts with their new characters, and picture URLs. */
export type ChangedParts = { texts: { text: string; parts: [number, number][] }[]; pictures: string[] }

/** Compares two server-rendered pages, in order. Chinese is compared by character. */
export function changedParts(before: Document, after: Document, language: 'en' | 'zh'): ChangedParts {
  const within = language === 'zh' ? diffChars : diffWordsWithSpace
  const texts: ChangedParts['texts'] = []
  let gone: string[] = []
  for (const run of diffArrays(
    blocksOf(before).map(({ text }) => text),
    blocksOf(after).map(({ text }) => text),
  )) {
    if (run.removed) gone = run.value
    else if (run.added) {
      run.value.forEach((text, i) => texts.push({ text, parts: newIn(within(gone[i] ?? '', text)) }))
      gone = []
    } else gone = []
  }
  const had = new Set(picturesOf(before))
  return { texts, pictures: [...new Set(picturesOf(after))].filter((src) => !had.has(src)) }
}

function newIn(runs: ReturnType<typeof diffChars>): [number, number][] {
  const parts: [number, number][] = []
  let at = 0
  for (const run of runs) {
    if (run.removed) continue
    if (run.added) parts.push([at, at + run.value.length])
    at += run.value.length
  }
  return parts
}

function picturesOf(page: Document): string[] {
  return [...page.querySelectorAll('img[src]')].map((img) => img.getAttribute('src') ?? '')
}

/** DOM ranges of the changed texts on a displayed page, each once, in order. */
export function rangesOf(page: Document, { texts }: ChangedParts): Range[] {
  const shown = blocksOf(page)
  let from = 0
  return texts.flatMap(({ text, parts }) => {
    const at = shown.findIndex((block, i) => i >= from && block.text === text)
    const block = shown[at]
    if (!block) return []
    from = at + 1
    return parts.flatMap(([start, end]) => rangeIn(block, start, end) ?? [])
  })
}
