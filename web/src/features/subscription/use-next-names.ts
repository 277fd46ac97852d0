import { useReducer } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors, type ApiResult } from '../../api/result.ts'
import type { FormDefinition } from '../../domain/form/definition.ts'
import { changeDraft, draftOf, valuesOf } from '../../domain/form/draft.ts'
import { plainly, refusal, useWrong, wrongIn, type Wrong } from '../../forms/use-wrong.ts'
import { validate } from '../../domain/form/validate.ts'
import type { SubscriptionDetail } from '../../domain/subscription.ts'
import { useApi } from '../../forms/use-api.ts'

/** The names of a next term while they are changed: what is typed stays until the server has it. */
export function useNextNames(of: SubscriptionDetail, definition: FormDefinition, onSaved: () => Promise<void>) {
  const { setWrong, refuse, errors, summary, t, locale } = useWrong()
  const [draft, change] = useReducer(changeDraft, of.form, (form) => draftOf(definition, form))
  const call = useApi((form: unknown) =>
    api.put('/api/subscription/{id}/form', { params: { id: of.id }, body: { form } }),
  )

  const refused = (result: ApiResult<unknown> | null) => {
    const found = fieldErrors(result).map((error): Wrong => {
      const problem = { ...error, path: error.field.replace(/^form\.?/, ''), toldIn: locale }
      return wrongIn(definition, draft, problem, t, locale) ?? refusal(error, locale)
    })
    if (found.length > 0) return refuse(found)
    if (result?.status === 400) return refuse([refusal(result.body, locale)])
    refuse([plainly((say) => say('subscription.not-saved'))])
  }

  async function save() {
    const values = valuesOf(definition, draft)
    const found = validate(definition, values, { now: Date.now(), nameCapacity: of.nameCapacity }).flatMap(
      (problem) => wrongIn(definition, draft, problem, t, locale) ?? [],
    )
    if (found.length > 0) return refuse(found)
    setWrong([])
    const result = await call.run(values)
    if (result?.status !== 200) return refused(result)
    await onSaved()
  }

  return { draft, change, save, pending: call.pending, errors, summary }
}
