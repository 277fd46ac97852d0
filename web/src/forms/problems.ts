import { keyFor, type Locale, type Translate, type Vars, type MessageKey } from '../i18n/messages.ts'
import { say, type Wrong } from './refusal.ts'
import type { FormDefinition, FormField } from '../domain/form/definition.ts'
import type { FormDraft } from '../domain/form/draft.ts'

/**
 * An invalid field of a form: the id of its control, the error beside it, and the error with the field's name for the
 * summary.
 */
export type FormError = { id: string; text: string; summary: string }

/** A validation error of the browser or the server, which sends its own text, in the language `toldIn`. */
export type Problem = { path: string; code: string; params?: Vars; title?: string; toldIn?: Locale }

/** The id of a field's control. It contains the person's stable id, so that an error stays with its person. */
export function fieldId(field: string, list?: string, person?: number): string {
  return list === undefined ? `form-${field}` : `form-${list}-${person}-${field}`
}

/** The control and text of an error; undefined if the form has no such field. */
export function explain(
  definition: FormDefinition,
  draft: FormDraft,
  problem: Problem,
  t: Translate,
  locale: Locale,
): FormError | undefined {
  const [, top = '', index, inner] = /^([\w-]+)(?:\[(\d+)\])?(?:\.([\w-]+))?/.exec(problem.path) ?? []
  const field = definition.fields.find((other) => other.key === top)
  if (!field) return undefined
  if (index === undefined)
    return error(fieldId(top), field.label[locale], words(problem, field, definition, t, locale), t)
  const person = draft.people[top]?.[Number(index)]
  const asked: FormField | undefined = field.fields?.find((other) => other.key === inner) ?? field.fields?.[0]
  if (!person || !asked) return undefined
  const many = (draft.people[top]?.length ?? 0) > 1
  const label = asked.label[locale]
  const place = many
    ? t('form.place', { who: t(personTitle(field), { number: Number(index) + 1 }), field: label })
    : label
  return error(fieldId(asked.key, top, person.id), place, words(problem, asked, field, t, locale), t)
}

/**
 * Converts an error to the form's error type, using the draft at that time; undefined if the form has no such field.
 */
export function wrongIn(
  definition: FormDefinition,
  draft: FormDraft,
  problem: Problem,
  t: Translate,
  locale: Locale,
): Wrong | undefined {
  const one = { toldIn: locale, ...problem }
  const found = explain(definition, draft, one, t, locale)
  if (!found) return undefined
  const now = (...words: [Translate, Locale]) => explain(definition, draft, one, ...words) ?? found
  return {
    id: found.id,
    server: problem.title !== undefined,
    say: (...words) => now(...words).text,
    summary: (...words) => now(...words).summary,
  }
}

/** The message for the heading of a person's card. */
export function personTitle(field: FormField): MessageKey {
  return field.takes === 'departed' ? 'form.departed-title' : 'form.person-title'
}

/** The text of an error: specific to the kind of field, the server's own, or the general one for the code. */
function words(problem: Problem, field: FormField, set: FieldSet, t: Translate, locale: Locale): string {
  if (problem.code === 'required' && !field.required && set.requireOneOf?.[0] === field.key)
    return isName(field) ? t('form.name-needed') : t('form.one-needed', { fields: oneOf(set, locale) })
  if (problem.code === 'required' && field.type === 'choice') return t('fault.not-a-choice')
  const { code, title, params, toldIn } = problem
  return title === undefined ? t(keyFor('fault.', code), params) : say({ code, title, params, toldIn }, t, locale)
}

/** A form, or a list of people in it. */
type FieldSet = Pick<FormField, 'fields' | 'requireOneOf'>

function isName({ type }: FormField): boolean {
  return type === 'name' || type === 'chineseName'
}

function oneOf({ fields, requireOneOf }: FieldSet, locale: Locale): string {
  const labels = fields?.filter(({ key }) => requireOneOf?.includes(key)).map(({ label }) => label[locale])
  return (labels ?? []).join(' / ')
}

function error(id: string, place: string, text: string, t: Translate): FormError {
  return { id, text, summary: t('form.problem', { place: place.replace(/[?？:：.。]$/, ''), text }) }
}
