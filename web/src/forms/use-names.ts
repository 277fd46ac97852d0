import { useReducer } from 'react'
import type { ApiResult } from '../api/result.ts'
import type { FormDefinition } from '../domain/form/definition.ts'
import { changeDraft, draftOf, valuesOf } from '../domain/form/draft.ts'
import { useForm } from './use-form.ts'
import { useProblems } from './use-problems.ts'

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
