import type { ApiFailure } from '../api/result.ts'
import { keyFor, type Locale, type MessageKey, type Translate, type Vars } from '../i18n/messages.ts'
import type { SummaryError } from '../ui/error-summary.tsx'

/** A function that returns a text in the current language. */
type Words = (t: Translate, locale: Locale) => string

/** An error from the server. `title` is its text, in the language `toldIn`; without `title`, the code is translated. */
export type Refused = { code: string; title: string; params?: Vars; toldIn?: Locale }

/**
 * A message that can be shown in any language: a message key, a server error, or a function. After a language switch it
 * is shown in the new language.
 */
export type Told = { key: MessageKey; vars?: Vars } | Refused | { say: Words }

/** An error of a form: at the control `id`, or for the whole form. */
export type Wrong = Told & {
  id?: string
  /** The text in the error summary, if it differs from the one beside the control. */
  summary?: Words
  /** A server error, which only the server can recheck: it stays until its control is changed. */
  server?: boolean
}

/** Whether the control of what is wrong is on the page, so that it can be told beside it. */
export function isOnPage({ id }: Wrong): boolean {
  return id !== undefined && document.getElementById(id) !== null
}

/** The reason of a refused call: its first field error, otherwise the error as a whole. */
export function whyRefused(body: ApiFailure): Refused {
  return body.errors?.[0] ?? body
}

/**
 * The text in the current language: the server's own, or a translation of its code if the server's is in the other
 * language.
 */
export function say(told: Told, t: Translate, locale: Locale): string {
  if ('say' in told) return told.say(t, locale)
  if ('key' in told) return t(told.key, told.vars)
  if ((told.toldIn ?? locale) === locale) return told.title
  const key = keyFor('fault.', told.code)
  const said = t(key, told.params)
  return said === key ? told.title : said
}

/** The error texts by control id, and the lines of the error summary. */
export function wordsOf(
  wrong: readonly Wrong[],
  t: Translate,
  locale: Locale,
): { errors: ReadonlyMap<string, string>; lines: SummaryError[] } {
  const errors = new Map<string, string>()
  const lines = wrong.map((one) => {
    const text = say(one, t, locale)
    if (one.id && !errors.has(one.id)) errors.set(one.id, text)
    return { id: one.id, text: one.summary?.(t, locale) ?? text }
  })
  return { errors, lines }
}
