import type { MessageKey, Namespace } from './message-key.ts'

export type { MessageKey }

/** Locales of the site; the document's language tags are in {@link languageTag}. */
export type Locale = 'en' | 'zh'

/** Flat messages: `cart.empty` → sentence. */
export type Messages = Record<string, string>

/** Values for `{name}` placeholders; `count` also chooses between `_one` and `_other`. */
export type Vars = Record<string, string | number>

export type Translate = (key: MessageKey, vars?: Vars) => string

/** Each language's name in itself. */
export const languageName = { en: 'English', zh: '简体中文' } satisfies Record<Locale, string>

export const languageTag = { en: 'en-SG', zh: 'zh-Hans' } satisfies Record<Locale, string>

/** The message for a word of the server, which alone knows what words there are: the compiler sees the namespace. */
export function keyFor(prefix: `${Namespace}.${string}`, word: string): MessageKey {
  return `${prefix}${word}` as MessageKey
}

/**
 * Makes the function that turns a key into a sentence. It needs no Intl, so the render engine and the browser
 * agree to the letter. A key without a message comes back as it is, after onMissing has been told.
 */
export function makeT(locale: Locale, messages: Messages, onMissing?: (key: string) => void): Translate {
  return (key, vars) => {
    const count = vars?.count
    const plural =
      typeof count === 'number' ? messages[`${key}_${locale === 'en' && count === 1 ? 'one' : 'other'}`] : undefined
    const text = plural ?? messages[key]
    if (text === undefined) {
      onMissing?.(key)
      return key
    }
    if (!vars) return text
    return text.replace(/\{(\w+)\}/g, (all, name: string) => (name in vars ? String(vars[name]) : all))
  }
}
