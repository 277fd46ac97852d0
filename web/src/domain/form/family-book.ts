import type { components } from '../../api/schema'
import { passing, type FormField } from './definition.ts'
import { answered, isBlankPerson, type Answer, type Answers, type Person } from './draft.ts'
import { blank } from './validate.ts'

/** A person of the member's family book. */
export type Relative = components['schemas']['FamilyPerson']
type Entry = components['schemas']['FamilyEntry']

/**
 * What ticking a person writes on a card: the answers that the book knows. Undefined when the form cannot take the
 * name.
 */
export function answersFor(list: FormField, relative: Relative): Answers | undefined {
  const asked = list.fields ?? []
  const answers: Record<string, Answer> = {}
  for (const field of asked) {
    const answer = answerFor(field, asked, relative)
    if (typeof answer === 'object' || (answer !== undefined && !blank(answer))) answers[field.key] = answer
  }
  return asked.some((field) => isName(field) && field.key in answers) ? answers : undefined
}

function answerFor(
  field: FormField,
  asked: readonly FormField[],
  relative: Relative,
): Exclude<Answer, boolean> | undefined {
  switch (field.type) {
    case 'chineseName':
      return relative.chineseName
    case 'name':
      if (!blank(relative.name) || asked.some(({ type }) => type === 'chineseName')) return relative.name
      return relative.chineseName
    case 'relation':
      return relative.relation
    case 'birthDate':
      return dateAnswer(field.key === passing ? relative.passedOn : relative.birthDate)
    case 'choice':
      return field.key === 'zodiac' && field.options?.some(({ key }) => key === relative.zodiac)
        ? relative.zodiac
        : undefined
    default:
      return field.key === 'address' ? relative.address : undefined
  }
}

function dateAnswer(date: Relative['birthDate']): (Answer & object) | undefined {
  if (!date) return undefined
  const { calendar, year, month, day, leap = false } = date
  return { calendar, year: String(year), month: String(month), day: String(day), leap }
}

/** The persons of the book that the field takes: it is either for the living or for the departed. */
export function offered(list: FormField, book: readonly Relative[]): Relative[] {
  return book.filter((relative) => relative.kind === list.takes && answersFor(list, relative))
}

/**
 * The card of each person of the book: the one that their tick filled, as long as it has their name, otherwise one with
 * their name. A card belongs to one person only.
 */
export function cardsOf(
  list: FormField,
  cards: readonly Person[],
  book: readonly Relative[],
  ticked: ReadonlyMap<string, number>,
): Map<string, Person> {
  const found = new Map<string, Person>()
  const free = new Set(cards)
  const claim = (relative: Relative, fits: (card: Person) => boolean) => {
    const card = found.has(relative.id)
      ? undefined
      : [...free].find((each) => fits(each) && isNamed(list, each, relative))
    if (!card) return
    found.set(relative.id, card)
    free.delete(card)
  }
  for (const relative of book) claim(relative, ({ id }) => id === ticked.get(relative.id))
  for (const relative of book) claim(relative, (card) => !isChanged(list, card, relative))
  for (const relative of book) claim(relative, () => true)
  return found
}

/**
 * Whether a card has the names of a person: one of the two names is enough, but a different name means another person.
 */
function isNamed(list: FormField, card: Person, relative: Relative): boolean {
  const answers = answersFor(list, relative)
  const typed = (list.fields ?? []).filter((field) => isName(field) && !blank(card.answers[field.key] || ''))
  return typed.length > 0 && typed.every(({ key }) => trimmed(card.answers[key]) === trimmed(answers?.[key]))
}

/** Whether a card was edited after a tick filled it. */
export function isChanged(list: FormField, card: Person, relative: Relative): boolean {
  const fields = list.fields ?? []
  const [now, then] = [card.answers, answersFor(list, relative) ?? {}].map((answers) => answered(fields, answers))
  return JSON.stringify(now) !== JSON.stringify(then)
}

/** The cards of people who are not in the book. */
export function newcomers(list: FormField, cards: readonly Person[], book: readonly Relative[]): Person[] {
  const known = new Set(cardsOf(list, cards, offered(list, book), new Map()).values())
  const named = (card: Person) => (list.fields ?? []).some((field) => isName(field) && trimmed(card.answers[field.key]))
  return cards.filter((card) => !known.has(card) && !isBlankPerson(card) && named(card))
}

/** The entry that is saved to the book for a card. */
export function entryOf(list: FormField, card: Person): Entry {
  const entry: Entry = { kind: list.takes ?? 'living' }
  const values = answered(list.fields ?? [], card.answers)
  for (const { key, type } of list.fields ?? []) {
    const value = values[key]
    if (value === undefined) continue
    if (type === 'birthDate') entry[key === passing ? 'passedOn' : 'birthDate'] ??= value
    else if (typeof value === 'string') {
      if (type === 'name' || type === 'chineseName' || type === 'relation') entry[type] ??= value
      else if (type === 'text' && key === 'address') entry.address ??= value
    }
  }
  return entry
}

function isName({ type }: FormField): boolean {
  return type === 'name' || type === 'chineseName'
}

function trimmed(answer: Answer | undefined): string {
  return typeof answer === 'string' ? answer.trim() : ''
}
