import type { EntryMark, EntryPerson, EntryText } from './ceremony-queries.ts'

/** A number as it stands on a paper: 0042. */
export const numbered = (no: number) => String(no).padStart(4, '0')

/** What a tablet names, one after the other, with the fixed words that the sheet adds to a surname. */
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

/** A text in one line, to be read out. */
export function inWords(text: EntryText): string {
  return [said(namesOn(text)), said(text.dedicators ?? [])].filter(Boolean).join(' / ')
}

/** What a petition says beside its names, a line each. */
export function petitionLines({ people = [], sponsor, address, wish }: EntryText): string[] {
  const born = people
    .filter(({ birth, age }) => birth || age)
    .map(({ name, birth, age }) => [name, birth && `本命${birth}建生`, age && `行庚${age}岁`].filter(Boolean).join(' '))
  return [sponsor ?? '', address ?? '', ...born, wish ?? ''].filter(Boolean)
}

/** Whether a paper cannot show it: a text that is too long, a character that no font has. */
export const cannotPrint = ({ code }: EntryMark) => ['does-not-fit', 'no-glyph', 'private-use'].includes(code)

/** The characters that somebody should look at. */
export const charsOf = (marks: readonly EntryMark[]): string[] => [
  ...new Set(marks.flatMap(({ char }) => (char ? [char] : []))),
]

/** A word cut where a character stands that should be looked at. */
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

/** A character by its code point: U+249B9. */
export const codeOf = (char: string) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A text with every `from` of its names, honorifics and dates as `to`. */
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
