import { doubleSurnames, moreReadings, spokenWords, surnames } from './surnames.ts'

/** How each character is said outside of a surname. */
export type Readings = ReadonlyMap<string, string>

/** A character with how it is said; '' for what has no reading (Latin, signs). */
export type Sound = { char: string; said: string }

/** The table of `pinyin-data.ts`: a line is a reading and its characters. */
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
// A name of one person has four characters at most: what is longer is a company, or has its surname before 门 or 氏.
const longestName = 4
const afterSurname = /^[门門氏]$/

/** How a name is said in Mandarin. Its surname is read as a surname: 曾 Zēng, but 曾 céng elsewhere. */
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
