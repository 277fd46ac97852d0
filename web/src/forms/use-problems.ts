import type { FormDefinition } from '../domain/form/definition.ts'
import { valuesOf, type FormDraft } from '../domain/form/draft.ts'
import { validate } from '../domain/form/validate.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import { wrongIn, type Problem } from './problems.ts'
import type { Wrong } from './refusal.ts'

/** What is wrong with the answers to a form by its definition: as the browser can tell, and where a problem stands. */
export function useProblems(definition: FormDefinition | undefined, draft: FormDraft) {
  const t = useT()
  const locale = useLocale()
  const placed = (problem: Problem) => definition && wrongIn(definition, draft, problem, t, locale)
  return {
    check: (options: { now: number; nameCapacity?: number }): Wrong[] =>
      definition
        ? validate(definition, valuesOf(definition, draft), options).flatMap((problem) => placed(problem) ?? [])
        : [],
    /** Undefined where the form has no such place. */
    placed,
  }
}
