import { plainText } from './plain-text.ts'

/** A section of a text: its heading and what follows; the part before the first heading has no title. */
export type Section = { id: string; title: string; html: string }

const wraps = /<(\/?)(?:blockquote|li|d[td]|t[dh]|figure)\b/g

/** Whether every element that starts in a part also ends in it. */
function closed(part: string): boolean {
  return [...part.matchAll(wraps)].reduce((open, [, end]) => open + (end ? -1 : 1), 0) === 0
}

/** Splits a text at its main headings; a text with a heading nested in another element stays whole. */
export function sectionsOf(html: string): Section[] {
  const parts = html.split(/(?=<h2\b)/).filter((part) => part.trim())
  if (!parts.every(closed)) return [{ id: 'part-1', title: '', html }]
  return parts.map((part, i) => ({
    id: `part-${i + 1}`,
    title: plainText(/^<h2\b[^>]*>(.*?)<\/h2>/s.exec(part)?.[1] ?? ''),
    html: part,
  }))
}
