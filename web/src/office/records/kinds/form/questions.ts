import type { FormDefinition, FormField } from '../../../../domain/form/definition.ts'

/** The fields of a form's draft; empty ones are absent. */
export type AskFields = Readonly<Record<string, string>>

/** A question of the draft: `at` is the prefix of its field names. */
export type Question = { at: string; field: FormField; each: Question[]; choices: Choice[] }
export type Choice = { at: string; key: string; place: number }

/** The keys below a prefix, in order; `there` is the attribute that must exist. */
function below(fields: AskFields, prefix: string, there: string): Choice[] {
  const found: Choice[] = []
  for (const [name, value] of Object.entries(fields)) {
    if (!value || !name.startsWith(prefix)) continue
    const [key = '', attribute] = name.slice(prefix.length).split('.')
    if (attribute === there && name === `${prefix}${key}.${there}`)
      found.push({ key, at: prefix + key, place: Number(fields[`${prefix}${key}.place`] ?? 0) })
  }
  return found.sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : 1))
}

/** The questions of a draft, parsed as on the server (internal/offer/editing/kind_form.go). */
export function questionsOf(fields: AskFields, prefix = 'ask.'): Question[] {
  const top = prefix === 'ask.'
  return below(fields, prefix, 'type').map(({ key, at }) => {
    const words = (name: string) => ({ en: fields[`${at}.${name}.en`] ?? '', zh: fields[`${at}.${name}.zh`] ?? '' })
    const number = (name: string) => (fields[`${at}.${name}`] ? Number(fields[`${at}.${name}`]) : undefined)
    const type = fields[`${at}.type`] as FormField['type']
    const hasWords = ['text', 'name', 'chineseName', 'relation'].includes(type)
    const choices = type === 'choice' || type === 'relation' ? below(fields, `${at}.choice.`, 'place') : []
    const each = top && type === 'people' ? questionsOf(fields, `${at}.each.`) : []
    const help = words('help')
    const field: FormField = { key, type, label: words('label') }
    if (help.en || help.zh) field.help = help
    if (fields[`${at}.required`]) field.required = true
    if (hasWords || type === 'people') field.min = number('min')
    if (hasWords) field.maxLength = number('length')
    if (type === 'people') field.max = number('max')
    if (type === 'birthDate' && fields[`${at}.ahead`]) field.ahead = true
    const takes = fields[`${at}.takes`]
    if (top && ['people', 'name', 'chineseName'].includes(type) && takes)
      field.takes = takes === 'departed' ? 'departed' : 'living'
    if (choices.length > 0)
      field.options = choices.map((one) => ({
        key: one.key,
        label: { en: fields[`${one.at}.label.en`] ?? '', zh: fields[`${one.at}.label.zh`] ?? '' },
      }))
    if (each.length > 0) field.fields = each.map((one) => one.field)
    const oneOf = oneOfThem(fields, each)
    if (oneOf.length > 0) field.requireOneOf = oneOf
    return { at, field, each, choices }
  })
}

/** The keys of the questions of which one must be answered; the error is shown at the first. */
function oneOfThem(fields: AskFields, questions: readonly Question[]): string[] {
  const place = ({ at }: Question) => Number(fields[`${at}.oneof`] ?? 0)
  return questions
    .filter((one) => place(one) > 0)
    .sort((a, b) => place(a) - place(b))
    .map(({ field }) => field.key)
}

/** The form that a draft describes. */
export function definitionOf(key: string, fields: AskFields): FormDefinition {
  const questions = questionsOf(fields)
  const requireOneOf = oneOfThem(fields, questions)
  const definition: FormDefinition = { key, version: 1, fields: questions.map(({ field }) => field) }
  return requireOneOf.length > 0 ? { ...definition, requireOneOf } : definition
}

/** The field changes that move an item of a list up or down. */
export function moved(
  fields: AskFields,
  list: readonly { at: string }[],
  from: number,
  to: number,
): [string, string][] {
  const order = [...list]
  order.splice(to, 0, ...order.splice(from, 1))
  return order
    .map(({ at }, i): [string, string] => [`${at}.place`, String(i + 1)])
    .filter(([name, value]) => fields[name] !== value)
}

/** The position after the last of a list. */
export function nextPlace(fields: AskFields, list: readonly { at: string }[]): string {
  return String(1 + Math.max(0, ...list.map(({ at }) => Number(fields[`${at}.place`] ?? 0))))
}

/** A random key that no question has used. */
export function newKey(): string {
  return `q${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`
}

/** The field changes that remove a question or an answer. */
export function removed(fields: AskFields, at: string): [string, string][] {
  return Object.keys(fields)
    .filter((name) => name.startsWith(`${at}.`) && fields[name] !== '')
    .map((name) => [name, ''])
}
