import type { OfferingIndex, OfferingSummary } from '../../domain/offering.ts'

/**
 * The offerings of a category (all without one) that match every word of the search. Without an index an offering
 * matches nothing but an empty search.
 */
export function findOfferings<Offering extends OfferingSummary>(
  offerings: readonly Offering[],
  category: string | undefined,
  search: string,
  indexOf: (offering: Offering) => OfferingIndex | undefined,
): Offering[] {
  const words = searchWords(search)
  return offerings.filter((offering) => {
    if (category && offering.category !== category) return false
    if (words.length === 0) return true
    const index = indexOf(offering)
    return index !== undefined && words.every((word) => matches(index, word))
  })
}

function matches({ words, pinyin }: OfferingIndex, word: string): boolean {
  return isLatin(word) ? words.includes(` ${word}`) || sounds(pinyin, word) : words.includes(word)
}

/** An index of the words that a card shows, folded like a search: the best there is without the server's. */
export function shownIndex({ title, chineseTitle, summary }: OfferingSummary): OfferingIndex {
  return { words: ` ${foldedWords(`${title} ${chineseTitle} ${summary}`).join(' ')}`, pinyin: '' }
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{Mn}'’]/gu, '')
    .toLowerCase()
}

const foldedWords = (text: string) => fold(text).match(/[a-z\d]+|(?:(?![a-z\d])[\p{L}\p{N}])+/gu) ?? []

const isLatin = (word: string) => /^[\0-\x7e]*$/.test(word)

/**
 * The words of a search, normalised like the server's index. Single letters are pinyin initials, and form one word. A
 * search that has only symbols matches nothing.
 */
function searchWords(search: string): string[] {
  if (!search.trim()) return []
  const words: string[] = []
  let letters = false
  for (const word of foldedWords(search)) {
    const single = /^[a-z\d]$/.test(word)
    if (single && letters) words.push((words.pop() ?? '') + word)
    else words.push(word)
    letters = single
  }
  return words.length > 0 ? words : [fold(search).trim()]
}

/** Whether the pinyin contains the word, starting at some syllable, as whole syllables or initials. */
function sounds(pinyin: string, word: string): boolean {
  return pinyin.split(',').some((name) => {
    const syllables = name.split(' ').map((readings) => readings.split('/'))
    return syllables.some((_, i) => reads(syllables, i, word))
  })
}

function reads(syllables: readonly string[][], i: number, rest: string): boolean {
  if (!rest) return true
  const readings = syllables[i]?.filter(Boolean) ?? []
  return (
    readings.some(
      (reading) =>
        reading.startsWith(rest) ||
        (reading.length > 1 && rest.startsWith(reading) && reads(syllables, i + 1, rest.slice(reading.length))),
    ) ||
    (readings.some((reading) => reading[0] === rest[0]) && reads(syllables, i + 1, rest.slice(1)))
  )
}

/**
 * How many cards each row has, at most four: rows of four, three or two fill the width, and no row has a single card if
 * avoidable.
 */
export function rowLengths(count: number): (1 | 2 | 3 | 4)[] {
  if (count <= 0) return []
  if (count === 1) return [1]
  if (count === 2) return [2, 2]
  if (count === 5) return [3, 3, 3, 2, 2]
  if (count % 4 === 0) return [4, 4, 4, 4, ...rowLengths(count - 4)]
  if (count % 4 === 3) return [...fours(count - 3), 3, 3, 3]
  if (count % 4 === 2) return [...fours(count - 6), 3, 3, 3, 3, 3, 3]
  return [...fours(count - 9), 3, 3, 3, 3, 3, 3, 3, 3, 3]
}

const fours = (count: number) => Array.from({ length: count }, () => 4 as const)
