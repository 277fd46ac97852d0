import { blocksOf, rangeIn } from '../kit/site/text-blocks.ts'

/**
 * A regular expression that matches a message on a page, with any values for its placeholders; undefined if it consists
 * only of placeholders.
 */
export function patternOf(sentence: string): RegExp | undefined {
  const pieces = sentence.split(/\{\w+\}/).map((piece) => piece.trim())
  if (pieces.every((piece) => piece === '')) return undefined
  const own = sentence
    .split(/\{\w+\}/)
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`))
  return new RegExp(own.join('.{1,80}?'), 's')
}

/** DOM ranges of a message on a page: if it stands alone somewhere, only those, otherwise those inside other texts. */
export function rangesOfSentence(page: Document, sentences: readonly string[]): Range[] {
  const all = blocksOf(page)
  for (const sentence of sentences) {
    const pattern = patternOf(sentence)
    if (!pattern) continue
    const found = all.flatMap((block) => {
      const at = pattern.exec(block.text)
      const range = at && rangeIn(block, at.index, at.index + at[0].length)
      return range ? [{ range, alone: at[0].length >= block.text.trim().length }] : []
    })
    const best = found.some(({ alone }) => alone) ? found.filter(({ alone }) => alone) : found
    if (best.length > 0) return best.map(({ range }) => range)
  }
  return []
}
