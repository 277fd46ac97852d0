import { useCallback, useMemo, useState } from 'react'
import type { ApiFailure } from '../api/result.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import type { Locale, Translate, Vars, MessageKey } from '../i18n/messages.ts'
import { sayRefused, type Refused, type Wrong } from './use-errors.ts'

/** What it takes to say one sentence in the language of now: a message, a refusal of the server, or words made by `t`. */
export type Told = { key: MessageKey; vars?: Vars } | Refused | ((t: Translate, now: Locale) => string)

/** Why a call was refused: for its first wrong field, else as a whole. */
export function whyRefused(body: ApiFailure): Refused {
  return body.errors?.[0] ?? body
}

/** Says what was told while the page was in the language `toldIn`. */
export function say(told: Told, toldIn: Locale, t: Translate, locale: Locale): string {
  if (typeof told === 'function') return told(t, locale)
  return 'key' in told ? t(told.key, told.vars) : sayRefused(told, toldIn, t, locale)
}

/** One sentence that stands on a page, undefined for none. Kept is what it takes to say it: it follows the language. */
export function useTold(): [said: string | undefined, tell: (told?: Told) => void] {
  const t = useT()
  const locale = useLocale()
  const [{ told, toldIn }, set] = useState<{ told?: Told; toldIn: Locale }>({ toldIn: locale })
  const tell = useCallback((next?: Told) => set({ told: next, toldIn: locale }), [locale])
  return [told && say(told, toldIn, t, locale), tell]
}

/** What is wrong with one field of a form; a refused field of the server is one as it is. */
export type WrongField = { field: string } & Wrong

/** What stands beside the fields of a form, by their names. It follows the language. */
export function useFieldErrors(): [
  wrong: Readonly<Record<string, string | undefined>>,
  setWrong: (wrong: readonly WrongField[]) => void,
] {
  const t = useT()
  const locale = useLocale()
  const [{ wrong, toldIn }, set] = useState<{ wrong: readonly WrongField[]; toldIn: Locale }>({
    wrong: [],
    toldIn: locale,
  })
  const words = useMemo(
    () => Object.fromEntries(wrong.map((one) => [one.field, say(one, toldIn, t, locale)])),
    [locale, t, toldIn, wrong],
  )
  const setWrong = useCallback((next: readonly WrongField[]) => set({ wrong: next, toldIn: locale }), [locale])
  return [words, setWrong]
}
