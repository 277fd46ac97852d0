import type { components } from '../api/schema'
import type { Locale } from '../i18n/messages.ts'

/** A person of the family book, as the server returns it. */
export type Person = components['schemas']['FamilyPerson']
export type Kind = Person['kind']
export type BookList = components['schemas']['FamilyList']

/** The name shown first: the Chinese name if there is one, as on lists and tablets. */
export function calledBy({ name = '', chineseName = '' }: { name?: string; chineseName?: string }): string {
  return blank(chineseName) ? name : chineseName
}

/** The other name, when there are two. */
export function otherName({ name, chineseName }: Pick<Person, 'name' | 'chineseName'>): string {
  return blank(chineseName) || blank(name) ? '' : name
}

/** A relation as text: a known one translated, the user's own words unchanged. */
export function relationIn(
  { relation, relationWords }: Pick<Person, 'relation' | 'relationWords'>,
  locale: Locale,
): string {
  return relationWords?.[locale] ?? relation
}

/** The request body that creates the same person again. Typed so that a new property of an entry must be added here. */
export function entryOf({ kind, name, chineseName, relation, birthDate, passedOn, address }: Person) {
  const whole = { kind, name, chineseName, relation, birthDate, passedOn, address }
  return whole satisfies Record<keyof components['schemas']['FamilyEntry'], unknown>
}

/** Whether two entries would be taken for the same person by their names; the server uses the same rule. */
export function sameName(a: Pick<Person, 'name' | 'chineseName'>, b: Pick<Person, 'name' | 'chineseName'>): boolean {
  const key = blank(a.chineseName) || blank(b.chineseName) ? 'name' : 'chineseName'
  const [one, other] = [a[key].trim().toLowerCase(), b[key].trim().toLowerCase()]
  return one !== '' && one === other
}

/** A person's old and new name. */
export type Renaming = components['schemas']['CorrectionRename']

/** The old and new name of an edited family book entry; undefined when the name is unchanged. */
export function renamingOf(before: Person, now: Person): Renaming | undefined {
  const named = ({ name, chineseName }: Person) => ({ name: name.trim(), chineseName: chineseName.trim() })
  const [from, to] = [named(before), named(now)]
  if (before.kind !== now.kind || (from.name === to.name && from.chineseName === to.chineseName)) return undefined
  return { kind: now.kind, from, to }
}

function blank(text: string): boolean {
  return text.trim() === ''
}
