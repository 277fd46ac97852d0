import { useCallback, useState } from 'react'
import type { ApiFailure } from '../api/result.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import type { Locale, Translate, Vars, MessageKey } from '../i18n/messages.ts'
import { sayRefused, type Refused } from './use-errors.ts'

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
