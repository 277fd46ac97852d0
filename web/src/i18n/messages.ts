import type { MessageKey, Namespace } from './message-key.ts'

export type { MessageKey }

/** The locales of the site; {@link languageTag} has the document's language tags. */
export type Locale = 'en' | 'zh'

/** Flat messages: `cart.empty` → text. */
export type Messages = Record<string, string>

/** Values for `{name}` placeholders; `count` also selects `_one` or `_other`. */
export type Vars = Record<string, string | number>

export type Translate = (key: MessageKey, vars?: Vars) => string

/** Each language's own name. */
export const languageName = { en: 'English', zh: '简体中文' } satisfies Record<Locale, string>

export const languageTag = { en: 'en-SG', zh: 'zh-Hans' } satisfies Record<Locale, string>

/** The message key for a word that comes from the server: the compiler checks only its namespace. */
export function keyFor(prefix: `${Namespace}.${string}`, word: string): MessageKey {
  return `${prefix}${word}` as MessageKey
}

/**
 * Creates the translate function for a language. It uses no Intl, so that server and browser render the same text. An
 * unknown key is returned as it is, after calling onMissing.
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
