import { useMemo, useState } from 'react'
import { useLocale, useT } from '../i18n/context.tsx'
import type { Locale, Translate } from '../i18n/messages.ts'
import type { FormDefinition } from '../domain/form/definition.ts'
import type { FormDraft } from '../domain/form/draft.ts'
import { explain, type Problem } from './problems.ts'
import { sayRefused, type Refused } from './use-errors.ts'

/** The words beside a control, and those of the summary. */
type Words = { id?: string; text: string; summary: string }

/**
 * A wrong place, as what it takes to say it: the language may change while it stands. `server`: only the server knows
 * whether it is still wrong, so it stays until the place is changed.
 */
export type Wrong = { id?: string; server?: boolean; say: (t: Translate, locale: Locale) => Words }

/** One that is said the same beside its control and in the summary. */
export function plainly(say: (t: Translate, locale: Locale) => string, id?: string, server?: boolean): Wrong {
  const both = (t: Translate, locale: Locale): Words => {
    const text = say(t, locale)
    return { id, text, summary: text }
  }
  return { id, server, say: both }
}

/** A refusal of the server, for the control `id` or for none. */
export function refusal(refused: Refused, toldIn: Locale, id?: string): Wrong {
  return plainly((t, locale) => sayRefused(refused, toldIn, t, locale), id, true)
}

/** A problem with a form, told by the form as it was when it was found; undefined when the form has no such place. */
export function wrongIn(
  definition: FormDefinition,
  draft: FormDraft,
  problem: Problem,
  t: Translate,
  locale: Locale,
  server?: boolean,
): Wrong | undefined {
  const found = explain(definition, draft, problem, t, locale)
  if (!found) return undefined
  return { id: found.id, server, say: (say, now) => explain(definition, draft, problem, say, now) ?? found }
}

/** What is wrong with a form, worded in the language of now. */
export function useWrong() {
  const t = useT()
  const locale = useLocale()
  const [wrong, setWrong] = useState<readonly Wrong[]>([])
  const words = useMemo(() => wrong.map((one) => one.say(t, locale)), [locale, t, wrong])
  return { wrong, setWrong, words, t, locale }
}
