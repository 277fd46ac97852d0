import { useCallback, useMemo, useState } from 'react'
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

/**
 * What is wrong with a form, worded in the language of now: `errors` by the id of the control, `summary` for the
 * ErrorSummary, which takes the focus each time that `refuse` is called.
 */
export function useWrong() {
  const t = useT()
  const locale = useLocale()
  const [wrong, setWrong] = useState<readonly Wrong[]>([])
  const [refusals, setRefusals] = useState(0)
  const words = useMemo(() => wrong.map((one) => one.say(t, locale)), [locale, t, wrong])
  const errors = useMemo(() => new Map(words.flatMap(({ id, text }) => (id ? [[id, text] as const] : []))), [words])
  const lines = useMemo(() => words.map(({ id, summary }) => ({ id, text: summary })), [words])
  const refuse = useCallback((found: readonly Wrong[]) => {
    setWrong(found)
    setRefusals((count) => count + 1)
  }, [])
  return { wrong, setWrong, refuse, errors, summary: { errors: lines, focusKey: refusals }, t, locale }
}
