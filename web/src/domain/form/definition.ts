import type { components } from '../../api/schema'

type Schemas = components['schemas']

/** Words in both languages. */
export type Words = Schemas['LocaleText']
/** One question, as the server describes it. Which attributes count depends on the type. */
export type FormField = Schemas['FormField']
export type FieldType = FormField['type']
/** What an offering asks for. */
export type FormDefinition = Schemas['FormDefinition']

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

/** The field of the day of passing; every other date of a person is that of birth. */
export const passing = 'passedOn'

/** Tells a day of birth from a day of passing, and from one to come; the server does by the same rule. */
export function asksBirth({ key, type, ahead }: FormField): boolean {
  return type === 'birthDate' && !ahead && key !== passing
}
