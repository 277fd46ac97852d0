import type { components } from '../../api/schema'
import { plainText } from './plain-text.ts'

/** An FAQ entry; `key` is the URL fragment that expands it. */
export type Question = components['schemas']['ContentQuestion']

/** The keys of the FAQ entries that contain every word of the search. */
export function findQuestions(questions: readonly Question[], search: string): ReadonlySet<string> {
  const words = search.trim() ? fold(search).split(/\s+/).filter(Boolean) : []
  const found = questions.filter(({ question, html }) => {
    if (words.length === 0) return true
    const text = fold(`${question} ${plainText(html)}`)
    return words.every((word) => text.includes(word))
  })
  return new Set(found.map(({ key }) => key))
}

/** Normalises what people consider equal: case, width, accents, curly and straight apostrophes. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[’‘]/g, "'")
    .toLowerCase()
}
