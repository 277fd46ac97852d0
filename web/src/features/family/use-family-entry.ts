import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { entryOf, relationIn, type BookList, type Kind, type Person } from '../../domain/names.ts'
import type { FormDefinition } from '../../domain/form/definition.ts'
import { changeDraft, draftOf, reviveDraft, valuesOf, type Answer, type FormDraft } from '../../domain/form/draft.ts'
import type { Wrong } from '../../forms/refusal.ts'
import { useForm } from '../../forms/use-form.ts'
import { useProblems } from '../../forms/use-problems.ts'
import { dayOf } from '../../domain/form/validate.ts'
import { useLocale } from '../../i18n/context.tsx'
import { having, keptValue } from '../../lib/kept.ts'

/** The page's data. */
export type FamilyData = BookList & { forms: Record<Kind, FormDefinition> }

/** What the editor edits: an existing person, or a new one of a kind. */
export type Target = { person: Person } | { kind: Kind }

const keptEntry = (name: string) => keptValue(`shanmen.family.${name}`, having<{ kind: Kind; draft: unknown }>('draft'))

/** The id of a question's control. Not `form-…`, because browsers would fill such fields with the user's own data. */
export function entryFieldId(field: string): string {
  return `family-${field}`
}

const own = (wrong: Wrong): Wrong => ({ ...wrong, id: wrong.id?.replace(/^form-/, 'family-') })

/** The state of a family book entry in the editor: stored for the tab, validated, saved once. */
export function useFamilyEntry(book: FamilyData, target: Target, onSaved: (person: Person) => void) {
  const locale = useLocale()
  const person = 'person' in target ? target.person : undefined
  const name = person?.id ?? ('kind' in target ? target.kind : '')
  // The form for the departed has all fields of that for the living, so one draft serves both.
  const widest = book.forms.departed
  const [kind, setKind] = useState<Kind>(() => person?.kind ?? ('kind' in target ? target.kind : 'living'))
  const [draft, setDraft] = useState<FormDraft>(() =>
    draftOf(widest, person ? entryOf({ ...person, relation: relationIn(person, locale) }) : {}),
  )
  const [restored, setRestored] = useState(false)
  const touched = useRef(false)
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

  const { check, placed } = useProblems(definition, draft)
  const form = useForm({
    read: () => ({ kind, ...values }),
    check: () => {
      const [born, passed] = [dayOf(values.birthDate), dayOf(values.passedOn)]
      const before =
        born !== undefined && passed !== undefined && passed < born
          ? placed({ path: 'passedOn', code: 'before-birth' })
          : undefined
      return [...check({ now: Date.now() }), ...(before ? [before] : [])].map(own)
    },
    // Resending after a lost answer uses the same key, so that the server adds the person once.
    send: (body, keyFor) =>
      person
        ? api.put('/api/family/{id}', { params: { id: person.id }, body })
        : api.post('/api/family', { body, idempotencyKey: keyFor(body) }),
    done: (saved) => {
      keptEntry(name).write(undefined)
      onSaved(saved.person)
    },
    place: (error) => own(placed({ ...error, path: error.field }) ?? error),
    refused: (result) => {
      if (result.status === 500) return [result.body]
      const key = {
        400: undefined,
        401: 'fault.not-logged-in',
        403: 'fault.forbidden',
        404: 'family.not-found',
      } as const
      const why = key[result.status]
      return why && [{ key: why, server: true }]
    },
  })

  function answer(field: string, value: Answer) {
    touched.current = true
    setDraft((old) => changeDraft(old, { type: 'answer', field, answer: value }))
    const control = entryFieldId(field)
    form.changed((id = control) => id === control)
  }

  function choose(next: string) {
    touched.current = true
    setKind(next === 'departed' ? 'departed' : 'living')
    form.clear()
  }

  return {
    ...form,
    person,
    kind,
    choose,
    definition,
    draft,
    values,
    answer,
    restored,
    forget: () => keptEntry(name).write(undefined),
  }
}
