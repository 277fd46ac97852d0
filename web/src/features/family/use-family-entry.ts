import { useEffect, useRef, useState } from 'react'
import { newAttempt } from '../../api/attempt.ts'
import { api } from '../../api/client.ts'
import { fieldErrors, type ApiResult } from '../../api/result.ts'
import { entryOf, relationIn, type BookList, type Kind, type Person } from '../../domain/names.ts'
import type { FormDefinition } from '../../domain/form/definition.ts'
import { changeDraft, draftOf, reviveDraft, valuesOf, type Answer, type FormDraft } from '../../domain/form/draft.ts'
import type { Problem } from '../../forms/problems.ts'
import { plainly, refusal, useWrong, wrongIn, type Wrong } from '../../forms/use-wrong.ts'
import { dayOf, validate } from '../../domain/form/validate.ts'
import { useApi } from '../../forms/use-api.ts'
import { having, keptValue } from '../../lib/kept.ts'

/** The page's data. */
export type FamilyData = BookList & { forms: Record<Kind, FormDefinition> }

/** Whom the editor is about: somebody of the book, or somebody new of a kind. */
export type Target = { person: Person } | { kind: Kind }

const keptEntry = (name: string) => keptValue(`shanmen.family.${name}`, having<{ kind: Kind; draft: unknown }>('draft'))

/** The control of a question. Not `form-…`: those names let browsers fill in the sender. */
export function entryFieldId(field: string): string {
  return `family-${field}`
}

/** An entry of the book as it is written: kept for the tab, checked, saved once. */
export function useFamilyEntry(book: FamilyData, target: Target, onSaved: (person: Person) => void) {
  const { wrong, setWrong, refuse, errors, summary, t, locale } = useWrong()
  const person = 'person' in target ? target.person : undefined
  const name = person?.id ?? ('kind' in target ? target.kind : '')
  // The departed are asked all that the living are, and more: one draft serves both.
  const widest = book.forms.departed
  const [kind, setKind] = useState<Kind>(() => person?.kind ?? ('kind' in target ? target.kind : 'living'))
  const [draft, setDraft] = useState<FormDraft>(() =>
    draftOf(widest, person ? entryOf({ ...person, relation: relationIn(person, locale) }) : {}),
  )
  const [restored, setRestored] = useState(false)
  const touched = useRef(false)
  const [attempt] = useState(() => newAttempt())
  const definition = book.forms[kind]
  const values = valuesOf(definition, draft)

  useEffect(() => {
    const saved = keptEntry(name).read()
    if (!saved) return
    touched.current = true
    // oxlint-disable-next-line react/set-state-in-effect -- sessionStorage can only be read after hydration
    setKind(saved.kind === 'departed' ? 'departed' : 'living')
    setDraft(reviveDraft(widest, saved.draft))
    setRestored(true)
  }, [name, widest])

  useEffect(() => {
    if (touched.current) keptEntry(name).write({ kind, draft })
  }, [draft, kind, name])

  const call = useApi((body: { kind: Kind } & Record<string, unknown>) => {
    if (person) return api.put('/api/family/{id}', { params: { id: person.id }, body })
    // The same words again after silence are the same person: the server writes them down once.
    return api.post('/api/family', { body, idempotencyKey: attempt.keyFor(body) })
  })

  const said = (problem: Problem, server?: boolean): Wrong => {
    const error = wrongIn(definition, draft, problem, t, locale, server)
    if (!error) return refusal({ title: '', ...problem }, problem.toldIn ?? locale)
    const id = error.id?.replace(/^form-/, 'family-')
    return { ...error, id, say: (say, now) => ({ ...error.say(say, now), id }) }
  }

  const look = (): Wrong[] => {
    const found: Problem[] = validate(definition, values, { now: Date.now() })
    const [born, passed] = [dayOf(values.birthDate), dayOf(values.passedOn)]
    if (born !== undefined && passed !== undefined && passed < born)
      found.push({ path: 'passedOn', code: 'before-birth' })
    return found.map((problem) => said(problem))
  }

  const refused = (result: ApiResult<unknown>) => {
    const found = fieldErrors(result).map((error) => said({ ...error, path: error.field, toldIn: locale }, true))
    if (found.length > 0) return refuse(found)
    if ('body' in result) return refuse([refusal(result.body, locale)])
    refuse([plainly((say) => say('family.not-found'), undefined, true)])
  }

  async function save() {
    const found = look()
    if (found.length > 0) return refuse(found)
    setWrong([])
    const result = await call.run({ kind, ...values })
    if (!result) return
    if (result.status !== 200) return refused(result)
    keptEntry(name).write(undefined)
    onSaved(result.value.person)
  }

  /** A place has been left: what is right now loses its words, nothing new turns red. */
  function leave() {
    if (wrong.length === 0) return
    const now = new Set(look().map((error) => error.id))
    setWrong(wrong.filter((error) => error.server || now.has(error.id)))
  }

  function answer(field: string, value: Answer) {
    touched.current = true
    setDraft((old) => changeDraft(old, { type: 'answer', field, answer: value }))
    const id = entryFieldId(field)
    if (wrong.some((error) => error.server)) setWrong(wrong.filter((error) => !error.server || (error.id ?? id) !== id))
  }

  function choose(next: string) {
    touched.current = true
    setKind(next === 'departed' ? 'departed' : 'living')
    setWrong([])
  }

  return {
    person,
    kind,
    choose,
    definition,
    draft,
    values,
    answer,
    restored,
    errors,
    summary,
    pending: call.pending,
    save,
    leave,
    forget: () => keptEntry(name).write(undefined),
  }
}
