import type { ApiFailure } from '../api/result.ts'
import { keyFor, type Locale, type MessageKey, type Translate, type Vars } from '../i18n/messages.ts'
import type { SummaryError } from '../ui/error-summary.tsx'

/** Words made by `t` in the language of now. */
type Words = (t: Translate, locale: Locale) => string

/** What the server refused. `title` are its words, in the language `toldIn`; without it in the language of now. */
export type Refused = { code: string; title: string; params?: Vars; toldIn?: Locale }

/**
 * What it takes to say one sentence in the language of now: a message, a refusal of the server, or words. Whoever
 * switches the language while it stands reads it in that language at once.
 */
export type Told = { key: MessageKey; vars?: Vars } | Refused | { say: Words }

/** What is wrong with a form: at the control `id`, or with the form as a whole. */
export type Wrong = Told & {
  id?: string
  /** The line of the error summary, where it is not what stands beside the control. */
  summary?: Words
  /** Only the server knows whether it is still wrong: it stays until its control is changed. */
  server?: boolean
}

/** Whether the control of what is wrong is on the page, so that it can be told beside it. */
export function isOnPage({ id }: Wrong): boolean {
  return id !== undefined && document.getElementById(id) !== null
}

/** Why a call was refused: for its first wrong field, else as a whole. */
export function whyRefused(body: ApiFailure): Refused {
  return body.errors?.[0] ?? body
}

/** The sentence in the language of now: the server's own words, or those for its code where these are in the other language. */
export function say(told: Told, t: Translate, locale: Locale): string {
  if ('say' in told) return told.say(t, locale)
  if ('key' in told) return t(told.key, told.vars)
  if ((told.toldIn ?? locale) === locale) return told.title
  const key = keyFor('fault.', told.code)
  const said = t(key, told.params)
  return said === key ? told.title : said
}

/** The words beside each wrong control, by its id, and the lines of the error summary. */
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
