import { fewestPeople, type FormDefinition, type FormField } from './definition.ts'
import { leapMonth } from './lunar.ts'
import { blank } from './validate.ts'

/** A birth date as it is being typed. */
export type BirthDraft = { calendar: 'solar' | 'lunar'; day: string; month: string; year: string; leap: boolean }
export type Answer = string | boolean | BirthDraft
export type Answers = Readonly<Record<string, Answer>>
/** `id` identifies the person while others are added and removed; the first of a form is 1. */
export type Person = { id: number; answers: Answers }

/** What has been typed into a form so far; people are separate from the other answers. */
export type FormDraft = { answers: Answers; people: Readonly<Record<string, readonly Person[]>> }

export type FormChange =
  | { type: 'load'; draft: FormDraft }
  | { type: 'answer'; field: string; answer: Answer }
  | { type: 'person-answer'; list: string; person: number; field: string; answer: Answer }
  | { type: 'add'; list: string }
  | { type: 'remove'; list: string; person: number }
  /** Fills the first empty card, or adds one. */
  | { type: 'fill'; list: string; answers: Answers }
  | { type: 'clear'; list: string; person: number }

export const noBirth: BirthDraft = { calendar: 'solar', day: '', month: '', year: '', leap: false }

export function changeDraft(draft: FormDraft, change: FormChange): FormDraft {
  switch (change.type) {
    case 'load':
      return change.draft
    case 'answer':
      return { ...draft, answers: { ...draft.answers, [change.field]: change.answer } }
    case 'person-answer': {
      const list = (draft.people[change.list] ?? []).map((person) =>
        person.id === change.person
          ? { ...person, answers: { ...person.answers, [change.field]: change.answer } }
          : person,
      )
      return { ...draft, people: { ...draft.people, [change.list]: list } }
    }
    case 'add':
      return {
        ...draft,
        people: {
          ...draft.people,
          [change.list]: [...(draft.people[change.list] ?? []), { id: nextPerson(draft), answers: {} }],
        },
      }
    case 'fill': {
      const list = draft.people[change.list] ?? []
      const free = list.find(isBlankPerson)
      if (!free) return withList(draft, change.list, [...list, { id: nextPerson(draft), answers: change.answers }])
      return withList(
        draft,
        change.list,
        list.map((person) => (person === free ? { ...person, answers: change.answers } : person)),
      )
    }
    case 'clear':
      return withList(
        draft,
        change.list,
        (draft.people[change.list] ?? []).map((person) =>
          person.id === change.person ? { ...person, answers: {} } : person,
        ),
      )
    case 'remove':
      return {
        ...draft,
        people: {
          ...draft.people,
          [change.list]: (draft.people[change.list] ?? []).filter((person) => person.id !== change.person),
        },
      }
  }
}

function withList(draft: FormDraft, list: string, people: readonly Person[]): FormDraft {
  return { ...draft, people: { ...draft.people, [list]: people } }
}

/** Whether a person's card is empty; a calendar chosen without a date counts as empty. */
export function isBlankPerson({ answers }: Person): boolean {
  return Object.values(answers).every((answer) =>
    typeof answer === 'object' ? !(answer.day || answer.month || answer.year) : answer !== true && blank(answer || ''),
  )
}

export function nextPerson(draft: FormDraft): number {
  return 1 + Math.max(0, ...Object.values(draft.people).flatMap((list) => list.map((person) => person.id)))
}

/** A draft with nothing typed; every list of people has its minimum number of cards, at least one. */
export function emptyDraft(definition: FormDefinition): FormDraft {
  return draftOf(definition, {})
}

/**
 * The draft for values from the server, as when a cart item is opened again. Values that do not fit the definition are
 * left out.
 */
export function draftOf(definition: FormDefinition, values: unknown): FormDraft {
  let id = 0
  const all = record(values)
  const people: Record<string, readonly Person[]> = {}
  for (const field of definition.fields) {
    if (field.type !== 'people') continue
    const given = all[field.key]
    const list = Array.isArray(given) ? given : []
    const size = Math.max(list.length, fewestPeople(field), 1)
    people[field.key] = Array.from({ length: size }, (_, i) => ({
      id: ++id,
      answers: answersOf(field.fields ?? [], record(list[i])),
    }))
  }
  return { answers: answersOf(definition.fields, all), people }
}

/** Restores a stored draft, as far as it still fits the definition. */
export function reviveDraft(definition: FormDefinition, saved: unknown): FormDraft {
  const { answers, people } = record(saved)
  let id = 0
  const lists: Record<string, readonly Person[]> = {}
  for (const field of definition.fields) {
    if (field.type !== 'people') continue
    const given = record(people)[field.key]
    const list = Array.isArray(given) ? given : []
    const size = Math.max(list.length, fewestPeople(field), 1)
    lists[field.key] = Array.from({ length: size }, (_, i) => ({
      id: ++id,
      answers: keptAnswers(field.fields ?? [], record(record(list[i]).answers)),
    }))
  }
  return { answers: keptAnswers(definition.fields, record(answers)), people: lists }
}

function keptAnswers(fields: readonly FormField[], saved: Record<string, unknown>): Answers {
  const answers: Record<string, Answer> = {}
  for (const { key, type } of fields) {
    const value = saved[key]
    const { calendar, day, month, year, leap } = record(value)
    if (type === 'birthDate') {
      if (typeof day === 'string' && typeof month === 'string' && typeof year === 'string')
        answers[key] = { calendar: calendar === 'lunar' ? 'lunar' : 'solar', day, month, year, leap: leap === true }
    } else if (typeof value === (type === 'consent' ? 'boolean' : 'string')) answers[key] = value as string | boolean
  }
  return answers
}

function answersOf(fields: readonly FormField[], values: Record<string, unknown>): Answers {
  const answers: Record<string, Answer> = {}
  for (const { key, type } of fields) {
    const value = values[key]
    if (type === 'birthDate') {
      const { calendar, day, month, year, leap } = record(value)
      if (value != null)
        answers[key] = {
          calendar: calendar === 'lunar' ? 'lunar' : 'solar',
          day: digits(day),
          month: digits(month),
          year: digits(year),
          leap: leap === true,
        }
    } else if (type === 'consent' ? typeof value === 'boolean' : type !== 'people' && typeof value === 'string') {
      answers[key] = value as string | boolean
    }
  }
  return answers
}

/** The values that the draft sends: text as typed, blank answers left out. A list without people is left out too. */
export function valuesOf(definition: FormDefinition, draft: FormDraft): Record<string, unknown> {
  const values = answered(definition.fields, draft.answers)
  for (const field of definition.fields) {
    if (field.type !== 'people') continue
    const list = (draft.people[field.key] ?? []).map((person) => answered(field.fields ?? [], person.answers))
    if (field.required || list.some((person) => Object.keys(person).length > 0)) values[field.key] = list
  }
  return values
}

/** The values of one set of answers, blank ones left out. */
export function answered(fields: readonly FormField[], answers: Answers): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { key } of fields) {
    const answer = answers[key]
    if (typeof answer === 'object') {
      const { calendar, day, month, year } = answer
      if (day || month || year)
        values[key] = {
          calendar,
          year: number(year),
          month: number(month),
          day: number(day),
          ...(isLeap(answer) ? { leap: true } : {}),
        }
    } else if (answer === true || (typeof answer === 'string' && !blank(answer))) values[key] = answer
  }
  return values
}

/** Whether the year has this month twice, so that the form must ask which. */
export function mayBeLeap(birth: BirthDraft): boolean {
  return birth.calendar === 'lunar' && birth.month !== '' && leapMonth(Number(birth.year)) === Number(birth.month)
}

/** Whether the month is the leap month, the second of its number in the year. */
export function isLeap(birth: BirthDraft): boolean {
  return birth.leap && mayBeLeap(birth)
}

function number(text: string): number | undefined {
  return text === '' ? undefined : Number(text)
}

function digits(value: unknown): string {
  return typeof value === 'number' ? String(value) : ''
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
