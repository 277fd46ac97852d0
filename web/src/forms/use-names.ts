import { useReducer } from 'react'
import { fieldErrors, type ApiResult } from '../api/result.ts'
import type { FormDefinition } from '../domain/form/definition.ts'
import { changeDraft, draftOf, valuesOf } from '../domain/form/draft.ts'
import { validate } from '../domain/form/validate.ts'
import { useApi } from './use-api.ts'
import { plainly, refusal, useWrong, wrongIn, type Wrong } from './use-wrong.ts'

/** Whom something is for, as its form asks: what is written now, and how it is saved. */
export type NamesForm<T> = {
  definition: FormDefinition
  form: unknown
  nameCapacity?: number
  /** When the form was filled in: a day that lay ahead then is no mistake now. */
  filledIn?: number
  send: (form: unknown) => Promise<ApiResult<T>>
}

/** The names of something while they are changed: what is typed stays until the server has it. */
export function useNames<T>(of: NamesForm<T>, onSaved: (saved: T) => Promise<void> | void) {
  const { definition } = of
  const { setWrong, refuse, errors, summary, t, locale } = useWrong()
  const [draft, change] = useReducer(changeDraft, of.form, (form) => draftOf(definition, form))
  const call = useApi(of.send)

  const refused = (result: ApiResult<unknown> | null) => {
    const found = fieldErrors(result).map((error): Wrong => {
      const problem = { ...error, path: error.field.replace(/^form\.?/, ''), toldIn: locale }
      return wrongIn(definition, draft, problem, t, locale) ?? refusal(error, locale)
    })
    if (found.length > 0) return refuse(found)
    if (result?.status === 400) return refuse([refusal(result.body, locale)])
    refuse([plainly((say) => say('form.names-not-saved'))])
  }

  async function save() {
    const values = valuesOf(definition, draft)
    const found = validate(definition, values, {
      now: of.filledIn ?? Date.now(),
      nameCapacity: of.nameCapacity,
    }).flatMap((problem) => wrongIn(definition, draft, problem, t, locale) ?? [])
    if (found.length > 0) return refuse(found)
    setWrong([])
    const result = await call.run(values)
    if (result?.status !== 200) return refused(result)
    await onSaved(result.value)
  }

  return { draft, change, save, pending: call.pending, errors, summary }
}
