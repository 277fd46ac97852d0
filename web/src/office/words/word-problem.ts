import type { Translate } from '../../i18n/messages.ts'
import { namesDoubled, namesMissing, namesUnknown } from '../kit/editor/pieces.ts'

/** The error that prevents using a text, found without the server; undefined if there is none. */
export function problemOf(t: Translate, text: string, names: readonly string[]): string | undefined {
  const [unknown] = namesUnknown(text, names)
  const missing = namesMissing(text, names)
  if (missing.length > 0) return t('words.name-lost', { names: missing.join(', ') })
  if (unknown !== undefined) return t('words.name-unknown', { name: unknown })
  return undefined
}

/** A warning about a possible mistake: a placeholder that occurs more often than in the built-in text. */
export function doubtOf(t: Translate, text: string, own: string, names: readonly string[]): string | undefined {
  const doubled = namesDoubled(text, own, names)
  if (doubled.length === 0) return undefined
  return t('words.name-twice', { names: doubled.join(', ') })
}
