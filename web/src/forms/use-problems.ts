import type { FormDefinition } from '../domain/form/definition.ts'
import { valuesOf, type FormDraft } from '../domain/form/draft.ts'
import { validate } from '../domain/form/validate.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import { wrongIn, type Problem } from './problems.ts'
import type { Wrong } from './refusal.ts'

/** The errors in the answers to a form: the browser's validation, and the control of each error. */
export function useProblems(definition: FormDefinition | undefined, draft: FormDraft) {
  const t = useT()
  const locale = useLocale()
  const placed = (problem: Problem) => definition && wrongIn(definition, draft, problem, t, locale)
  return {
    check: (options: { now: number; nameCapacity?: number }): Wrong[] =>
      definition
        ? validate(definition, valuesOf(definition, draft), options).flatMap((problem) => placed(problem) ?? [])
        : [],
    /** Undefined if the form has no such field. */
    placed,
  }
}
