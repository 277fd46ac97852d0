import { useReducer } from 'react'
import type { ApiResult } from '../api/result.ts'
import type { FormDefinition } from '../domain/form/definition.ts'
import { changeDraft, draftOf, valuesOf } from '../domain/form/draft.ts'
import { useForm } from './use-form.ts'
import { useProblems } from './use-problems.ts'

/** The names of an item: the form that asks for them, the current values, and how to save them. */
export type NamesForm<T> = {
  definition: FormDefinition
  form: unknown
  nameCapacity?: number
  /** When the form was filled in: a day that was in the future then is valid now. */
  filledIn?: number
  send: (form: unknown) => Promise<ApiResult<T>>
}

/** The state of editing an item's names: input is kept until the server has saved it. */
export function useNames<T>(of: NamesForm<T>, onSaved: (saved: T) => Promise<void> | void) {
  const { definition, nameCapacity } = of
  const [draft, change] = useReducer(changeDraft, of.form, (form) => draftOf(definition, form))
  const { check, placed } = useProblems(definition, draft)
  const form = useForm({
    read: () => valuesOf(definition, draft),
    check: () => check({ now: of.filledIn ?? Date.now(), nameCapacity }),
    send: of.send,
    done: onSaved,
    place: (error) => placed({ ...error, path: error.field.replace(/^form\.?/, '') }) ?? error,
    unexpected: () => [{ key: 'form.names-not-saved' }],
  })
  return { ...form, draft, change }
}
