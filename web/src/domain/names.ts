import type { components } from '../api/schema'
import type { Locale } from '../i18n/messages.ts'

/** One of the people of the book, as the server sends them. */
export type Person = components['schemas']['FamilyPerson']
export type Kind = Person['kind']
export type BookList = components['schemas']['FamilyList']

/** What a person is called first: the Chinese name where there is one, as on lists and tablets. */
export function calledBy({ name = '', chineseName = '' }: { name?: string; chineseName?: string }): string {
  return blank(chineseName) ? name : chineseName
}

/** The other name, when there are two. */
export function otherName({ name, chineseName }: Pick<Person, 'name' | 'chineseName'>): string {
  return blank(chineseName) || blank(name) ? '' : name
}

/** How somebody is related: a known relation in the language of the page, words of one's own as they were written. */
export function relationIn(
  { relation, relationWords }: Pick<Person, 'relation' | 'relationWords'>,
  locale: Locale,
): string {
  return relationWords?.[locale] ?? relation
}

/** What has to be sent to write the same person down again: all that an entry has, or this does not compile. */
export function entryOf({ kind, name, chineseName, relation, birthDate, passedOn, address }: Person) {
  const whole = { kind, name, chineseName, relation, birthDate, passedOn, address }
  return whole satisfies Record<keyof components['schemas']['FamilyEntry'], unknown>
}

/** Whether two would be taken for one person by their names; the server marks them by the same rule. */
export function sameName(a: Pick<Person, 'name' | 'chineseName'>, b: Pick<Person, 'name' | 'chineseName'>): boolean {
  const key = blank(a.chineseName) || blank(b.chineseName) ? 'name' : 'chineseName'
  const [one, other] = [a[key].trim().toLowerCase(), b[key].trim().toLowerCase()]
  return one !== '' && one === other
}

/** Somebody under the name of before and the one of now. */
export type Renaming = components['schemas']['CorrectionRename']

/** What an entry of the book was renamed from and to; undefined where the name is the same. */
export function renamingOf(before: Person, now: Person): Renaming | undefined {
  const named = ({ name, chineseName }: Person) => ({ name: name.trim(), chineseName: chineseName.trim() })
  const [from, to] = [named(before), named(now)]
  if (before.kind !== now.kind || (from.name === to.name && from.chineseName === to.chineseName)) return undefined
  return { kind: now.kind, from, to }
}

function blank(text: string): boolean {
  return text.trim() === ''
}
