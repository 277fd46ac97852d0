import type { components } from '../../api/schema'
import { plainText } from './plain-text.ts'

/** A question with its answer; `key` is the fragment that opens it. */
export type Question = components['schemas']['ContentQuestion']

/** The keys of the questions that have every word of the search, in question or answer. */
export function findQuestions(questions: readonly Question[], search: string): ReadonlySet<string> {
  const words = search.trim() ? fold(search).split(/\s+/).filter(Boolean) : []
  const found = questions.filter(({ question, html }) => {
    if (words.length === 0) return true
    const text = fold(`${question} ${plainText(html)}`)
    return words.every((word) => text.includes(word))
  })
  return new Set(found.map(({ key }) => key))
}

/** Alike is what a person takes for the same: case, width, accents, curly and straight apostrophes. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[’‘]/g, "'")
    .toLowerCase()
}
