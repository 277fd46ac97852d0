import { useMemo, useReducer, useState } from 'react'
import { api } from '../api/client.ts'
import { fieldErrors, type ApiResult } from '../api/result.ts'
import type { FormDefinition } from '../features/form/definition.ts'
import { changeDraft, draftOf, valuesOf } from '../features/form/draft.ts'
import { explain } from '../features/form/problems.ts'
import { validate } from '../features/form/validate.ts'
import type { SubscriptionDetail } from '../features/subscription/subscription.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import { useApi } from '../page/use-api.ts'

type Wrong = { id?: string; text: string; summary: string }

/** The names of a next term while they are changed: what is typed stays until the server has it. */
export function useNextNames(of: SubscriptionDetail, definition: FormDefinition, onSaved: () => Promise<void>) {
  const t = useT()
  const locale = useLocale()
  const [draft, change] = useReducer(changeDraft, of.form, (form) => draftOf(definition, form))
  const [wrong, setWrong] = useState<readonly Wrong[]>([])
  const [refusals, setRefusals] = useState(0)
  const call = useApi((form: unknown) =>
    api.put('/api/subscription/{id}/form', { params: { id: of.id }, body: { form } }),
  )

  const refuse = (found: readonly Wrong[]) => {
    setWrong(found)
    setRefusals((count) => count + 1)
  }

  const refused = (result: ApiResult<unknown> | null) => {
    const found = fieldErrors(result).map(({ field, code, title }): Wrong => {
      const path = field.replace(/^form\.?/, '')
      return explain(definition, draft, { path, code, title }, t, locale) ?? { text: title, summary: title }
    })
    if (found.length > 0) return refuse(found)
    const text = result?.status === 400 ? result.body.title : t('subscription.not-saved')
    refuse([{ text, summary: text }])
  }

  async function save() {
    const values = valuesOf(definition, draft)
    const found = validate(definition, values, { now: Date.now(), nameCapacity: of.nameCapacity }).flatMap(
      (problem) => explain(definition, draft, problem, t, locale) ?? [],
    )
    if (found.length > 0) return refuse(found)
    setWrong([])
    const result = await call.run(values)
    if (result?.status !== 200) return refused(result)
    await onSaved()
  }

  const errors = useMemo(() => new Map(wrong.flatMap(({ id, text }) => (id ? [[id, text] as const] : []))), [wrong])
  const summary = useMemo(() => wrong.map(({ id, summary: text }) => ({ id, text })), [wrong])
  return { draft, change, save, pending: call.pending, errors, summary, refusals }
}
