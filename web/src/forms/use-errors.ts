import { useCallback, useMemo, useState } from 'react'
import { useLocale, useT } from '../i18n/context.tsx'
import { keyFor, type Locale, type Translate, type Vars, type MessageKey } from '../i18n/messages.ts'
import type { SummaryError } from '../ui/error-summary.tsx'

/** What a server refused, in its words of then: `title` is in the language in which it was asked. */
export type Refused = { code: string; title: string; params?: Vars }

/** What is wrong, by a message of ours or by the server's code; `id` is that of the control. */
export type Wrong = { id?: string } & ({ key: MessageKey; vars?: Vars } | Refused)

/** Says a refusal in the language of now: in the server's words, or by its code where these are in the other language. */
export function sayRefused(refused: Refused, toldIn: Locale, t: Translate, locale: Locale): string {
  if (toldIn === locale) return refused.title
  const key = keyFor('fault.', refused.code)
  const said = t(key, refused.params)
  return said === key ? refused.title : said
}

/**
 * The errors of a form. Codes are kept, not sentences: who switches the language while they stand reads them in that
 * language at once.
 */
export function useErrors(): [errors: SummaryError[], setErrors: (wrong: readonly Wrong[]) => void] {
  const t = useT()
  const locale = useLocale()
  const [{ wrong, toldIn }, set] = useState<{ wrong: readonly Wrong[]; toldIn: Locale }>({ wrong: [], toldIn: locale })
  const errors = useMemo(
    () =>
      wrong.map((one) => ({
        id: one.id,
        text: 'key' in one ? t(one.key, one.vars) : sayRefused(one, toldIn, t, locale),
      })),
    [locale, t, toldIn, wrong],
  )
  const setErrors = useCallback((next: readonly Wrong[]) => set({ wrong: next, toldIn: locale }), [locale])
  return [errors, setErrors]
}
