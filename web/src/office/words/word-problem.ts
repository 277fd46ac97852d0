import type { Translate } from '../../i18n/messages.ts'
import { namesDoubled, namesMissing, namesUnknown } from '../kit/editor/pieces.ts'

/** What keeps a sentence from being used, said at once and without the server; undefined where nothing does. */
export function problemOf(t: Translate, text: string, names: readonly string[]): string | undefined {
  const [unknown] = namesUnknown(text, names)
  const missing = namesMissing(text, names)
  if (missing.length > 0) return t('words.name-lost', { names: missing.join(', ') })
  if (unknown !== undefined) return t('words.name-unknown', { name: unknown })
  return undefined
}

/** What may be meant and may be a slip: a name that stands more often than in the program's own sentence. */
export function doubtOf(t: Translate, text: string, own: string, names: readonly string[]): string | undefined {
  const doubled = namesDoubled(text, own, names)
  if (doubled.length === 0) return undefined
  return t('words.name-twice', { names: doubled.join(', ') })
}
