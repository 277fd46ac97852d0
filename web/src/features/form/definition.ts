import type { Locale } from '../../i18n/messages.ts'

export type Words = Record<Locale, string>

export type FieldType = 'text' | 'name' | 'chineseName' | 'relation' | 'birthDate' | 'people' | 'choice' | 'consent'

/** One question, as the server describes it. Which attributes count depends on the type. */
export type FormField = {
  key: string
  type: FieldType
  label: Words
  help?: Words
  required?: boolean
  /** people: the fewest; words: the shortest, in code points. */
  min?: number
  max?: number
  maxLength?: number
  options?: readonly { key: string; label: Words }[]
  takes?: 'living' | 'departed'
  /** What each of the people is asked. */
  fields?: readonly FormField[]
  /** At least one of these fields of each person; the first gets the blame. */
  requireOneOf?: readonly string[]
  /** birthDate: a day that is still to come, as that of an offering. */
  ahead?: boolean
}

/** What an offering asks for. */
export type FormDefinition = {
  key: string
  version: number
  fields: readonly FormField[]
  requireOneOf?: readonly string[]
}

/** The longest value in code points where a definition does not say; the server has the same numbers. */
const defaultLength: Partial<Record<FieldType, number>> = { text: 500, name: 80, chineseName: 40, relation: 20 }

/** How many people a field takes where neither definition nor option says. */
const defaultPeople = 50

export function longest(field: FormField): number {
  return field.maxLength ?? defaultLength[field.type] ?? 0
}

/** The most people that a field takes; the option's capacity counts for the first people field of a form. */
export function mostPeople(definition: FormDefinition, field: FormField, capacity: number | undefined): number {
  const first = definition.fields.find((other) => other.type === 'people')
  return (first === field ? capacity : undefined) ?? field.max ?? defaultPeople
}

export function fewestPeople(field: FormField): number {
  return Math.max(field.min ?? 0, field.required ? 1 : 0)
}
