import { plainText } from './plain-text.ts'

/** A part of a text: its heading and what follows; the part before the first heading has no title. */
export type Section = { id: string; title: string; html: string }

const wraps = /<(\/?)(?:blockquote|li|d[td]|t[dh]|figure)\b/g

/** Whether what begins in a part ends in it. */
function closed(part: string): boolean {
  return [...part.matchAll(wraps)].reduce((open, [, end]) => open + (end ? -1 : 1), 0) === 0
}

/** Cuts a text before its main headings; one that has a heading inside something else stays whole. */
export function sectionsOf(html: string): Section[] {
  const parts = html.split(/(?=<h2\b)/).filter((part) => part.trim())
  if (!parts.every(closed)) return [{ id: 'part-1', title: '', html }]
  return parts.map((part, i) => ({
    id: `part-${i + 1}`,
    title: plainText(/^<h2\b[^>]*>(.*?)<\/h2>/s.exec(part)?.[1] ?? ''),
    html: part,
  }))
}
