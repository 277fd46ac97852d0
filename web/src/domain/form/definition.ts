import type { components } from '../../api/schema'

type Schemas = components['schemas']

/** Text in both languages. */
export type Words = Schemas['LocaleText']
/** One question, as the server describes it. Which properties apply depends on the type. */
export type FormField = Schemas['FormField']
export type FieldType = FormField['type']
/** What an offering asks for. */
export type FormDefinition = Schemas['FormDefinition']

/** The maximum length in code points when a definition has none; the same numbers as on the server. */
const defaultLength: Partial<Record<FieldType, number>> = { text: 500, name: 80, chineseName: 40, relation: 20 }

/** How many people a field takes when neither definition nor option has a limit. */
const defaultPeople = 50

export function longest(field: FormField): number {
  return field.maxLength ?? defaultLength[field.type] ?? 0
}

/** The most people that a field takes; the option's capacity limits the first people field of a form. */
export function mostPeople(definition: FormDefinition, field: FormField, capacity: number | undefined): number {
  const first = definition.fields.find((other) => other.type === 'people')
  return (first === field ? capacity : undefined) ?? field.max ?? defaultPeople
}

export function fewestPeople(field: FormField): number {
  return Math.max(field.min ?? 0, field.required ? 1 : 0)
}

/** The key of the day of passing; every other date of a person is a birth date. */
export const passing = 'passedOn'

/** Whether a date field is a birth date, not a day of passing or a future day; the server uses the same rule. */
export function asksBirth({ key, type, ahead }: FormField): boolean {
  return type === 'birthDate' && !ahead && key !== passing
}
