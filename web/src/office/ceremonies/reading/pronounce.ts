import { doubleSurnames, moreReadings, spokenWords, surnames } from './surnames.ts'

/** The pronunciation of each character outside surnames. */
export type Readings = ReadonlyMap<string, string>

/** A character with its pronunciation; '' for Latin letters and symbols. */
export type Sound = { char: string; said: string }

/** Parses the table of `pinyin-data.ts`: each line has a pronunciation and its characters. */
export function readingsOf(table: string): Readings {
  const out = new Map<string, string>()
  for (const line of table.split('\n')) {
    const [said = '', chars = ''] = line.split(' ')
    for (const char of chars) out.set(char, said)
  }
  for (const [char, [said = '']] of moreReadings) out.set(char, said)
  return out
}

const han = /\p{Script=Han}/u
// A person's name has at most four characters: a longer one is a company, or has its surname before 门 or 氏.
const longestName = 4
const afterSurname = /^[门門氏]$/

/** The Mandarin pronunciation of a name. A surname is read as a surname: 曾 Zēng, but 曾 céng elsewhere. */
export function soundsOf(name: string, readings: Readings): Sound[] {
  const chars = [...name]
  const out = chars.map((char) => ({ char, said: readings.get(char) ?? '' }))
  const say = (at: number, said: readonly string[] | undefined) =>
    said?.forEach((one, i) => {
      const sound = out[at + i]
      if (sound) sound.said = one
    })
  chars.forEach((char, i) => say(i, spokenWords.get(char + (chars[i + 1] ?? ''))))
  const surnameAt = (at: number, end = chars.length) => {
    const double = at + 2 <= end ? doubleSurnames.get(chars.slice(at, at + 2).join('')) : undefined
    say(at, double ?? surnames.get(chars[at] ?? ''))
  }
  const written = chars.filter((char) => han.test(char)).length
  if (written <= longestName && written === chars.length) surnameAt(0)
  chars.forEach((char, i) => {
    if (!afterSurname.test(char) || i === 0) return
    const double = i >= 2 && doubleSurnames.has(chars.slice(i - 2, i).join(''))
    surnameAt(double ? i - 2 : i - 1, i)
  })
  return out
}
