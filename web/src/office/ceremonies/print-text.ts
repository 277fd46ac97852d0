import type { EntryMark, EntryPerson, EntryText } from './ceremony-queries.ts'

/** A number as printed: 0042. */
export const numbered = (no: number) => String(no).padStart(4, '0')

/** The names on a tablet in order, with the fixed words that are added to a surname. */
export function namesOn(text: EntryText): EntryPerson[] {
  const { kind, surname = '', ancestors = '' } = text
  const people = text.people ?? []
  if (kind === 'ancestors') return [{ name: `${surname}门堂上历代祖先` }]
  if (kind === 'infant') return [{ name: `${surname}门婴灵` }]
  if (kind === 'creditors') return [{ name: '累劫冤亲债主' }]
  return ancestors ? [{ name: `${ancestors}门堂上历代祖先` }, ...people] : people
}

const said = (list: readonly EntryPerson[]) =>
  list.map(({ honorific = '', name, after = '' }) => `${honorific}${name}${after}`).join('、')

/** A text in one line, for reading aloud. */
export function inWords(text: EntryText): string {
  return [said(namesOn(text)), said(text.dedicators ?? [])].filter(Boolean).join(' / ')
}

/** What a petition has besides its names, a line for each. */
export function petitionLines({ people = [], sponsor, address, wish }: EntryText): string[] {
  const born = people
    .filter(({ birth, age }) => birth || age)
    .map(({ name, birth, age }) => [name, birth && `本命${birth}建生`, age && `行庚${age}岁`].filter(Boolean).join(' '))
  return [sponsor ?? '', address ?? '', ...born, wish ?? ''].filter(Boolean)
}

/** Whether a warning prevents printing: the text is too long, or no font has a character. */
export const cannotPrint = ({ code }: EntryMark) => ['does-not-fit', 'no-glyph', 'private-use'].includes(code)

/** The characters with warnings. */
export const charsOf = (marks: readonly EntryMark[]): string[] => [
  ...new Set(marks.flatMap(({ char }) => (char ? [char] : []))),
]

/** Splits a word at the characters with warnings. */
export function cutAt(word: string, chars: readonly string[]): { text: string; marked: boolean }[] {
  const out: { text: string; marked: boolean }[] = []
  for (const char of word) {
    const marked = chars.includes(char)
    const last = out.at(-1)
    if (last && last.marked === marked) last.text += char
    else out.push({ text: char, marked })
  }
  return out
}

/** The code point of a character: U+249B9. */
export const codeOf = (char: string) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A text in which `from` is replaced by `to` in names, honorifics and dates. */
export function replaced(text: EntryText, from: string, to: string): EntryText {
  const word = (one: string) => one.replaceAll(from, to)
  const people = (list: readonly EntryPerson[] | undefined) =>
    list?.map((one) => ({
      ...one,
      name: word(one.name),
      ...(one.honorific && { honorific: word(one.honorific) }),
      ...(one.after && { after: word(one.after) }),
      ...(one.relation && { relation: word(one.relation) }),
      ...(one.birth && { birth: word(one.birth) }),
    }))
  return {
    ...text,
    ...(text.surname && { surname: word(text.surname) }),
    ...(text.ancestors && { ancestors: word(text.ancestors) }),
    ...(text.people && { people: people(text.people) }),
    ...(text.dedicators && { dedicators: people(text.dedicators) }),
    ...(text.sponsor && { sponsor: word(text.sponsor) }),
    ...(text.address && { address: word(text.address) }),
    ...(text.wish && { wish: word(text.wish) }),
    ...(text.dates && { dates: text.dates.map(word) }),
  }
}
