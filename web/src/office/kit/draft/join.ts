import { diffArrays } from 'diff'

type Hunk = { from: number; to: number; with: string[] }

/** The differences between two lists: ranges of the first, and their replacement in the second. */
function hunksOf(before: string[], after: string[]): Hunk[] {
  const hunks: Hunk[] = []
  let at = 0
  let open: Hunk | null = null
  for (const part of diffArrays(before, after)) {
    if (!part.added && !part.removed) {
      at += part.value.length
      open = null
      continue
    }
    if (!open) {
      open = { from: at, to: at, with: [] }
      hunks.push(open)
    }
    if (part.added) open.with.push(...part.value)
    else {
      at += part.value.length
      open.to = at
    }
  }
  return hunks
}

/**
 * Whether two changes conflict: adjacent words do, adjacent paragraphs only if both were inserted at the same place.
 */
function touch(a: Hunk, b: Hunk, words: boolean): boolean {
  if (words) return a.from <= b.to && b.from <= a.to
  return (a.from < b.to && b.from < a.to) || (a.from === b.from && a.to === b.to)
}

function joinLists(before: string[], mine: string[], theirs: string[], deeper?: typeof joinWords): string[] | null {
  const own = hunksOf(before, mine)
  const others = hunksOf(before, theirs)
  const all: Hunk[] = []
  const taken = new Set<Hunk>()
  for (const a of own) {
    const b = others.filter((one) => touch(a, one, !deeper))
    if (b.length === 0) {
      all.push(a)
      continue
    }
    const [other] = b
    if (b.length > 1 || !other || taken.has(other)) return null
    taken.add(other)
    const same = a.from === other.from && a.to === other.to
    if (same && a.with.join('\0') === other.with.join('\0')) all.push(a)
    else {
      const one = same && a.to - a.from === 1 && a.with.length === 1 && other.with.length === 1
      const text = one ? deeper?.(before[a.from] ?? '', a.with[0] ?? '', other.with[0] ?? '') : null
      if (text == null) return null
      all.push({ ...a, with: [text] })
    }
  }
  all.push(...others.filter((one) => !taken.has(one)))
  all.sort((a, b) => a.from - b.from || a.to - b.to)
  const out: string[] = []
  let at = 0
  for (const hunk of all) {
    out.push(...before.slice(at, hunk.from), ...hunk.with)
    at = hunk.to
  }
  return [...out, ...before.slice(at)]
}

/** Splits a text into tags, words, spaces, single Chinese characters and symbols. */
const tokens = (text: string) => text.match(/<[^>]*>|\s+|\p{Script=Han}|[\p{L}\p{N}]+|./gu) ?? []

function joinWords(before: string, mine: string, theirs: string): string | null {
  return joinLists(tokens(before), tokens(mine), tokens(theirs))?.join('') ?? null
}

function blocksOf(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.childNodes].map((node) => (node instanceof Element ? node.outerHTML : (node.textContent ?? '')))
}

/**
 * Merges two changes of one text that do not overlap: first by paragraph, then by word within a paragraph that both
 * changed. Null if they overlap: then a person decides.
 */
export function joinTexts(before: string, mine: string, theirs: string): string | null {
  if (!/<\w/.test(before + mine + theirs)) return joinWords(before, mine, theirs)
  const all = joinLists(blocksOf(before), blocksOf(mine), blocksOf(theirs), joinWords)
  if (!all) return null
  const joined = all.join('')
  // A merge by words across tags could produce different HTML, so it is checked.
  const read = new DOMParser().parseFromString(joined, 'text/html').body.innerHTML
  return read === joined ? joined : null
}
