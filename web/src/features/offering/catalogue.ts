import type { OfferingSummary } from '../../domain/offering.ts'

/** The offerings of a category (all without one) that have every word of the search. */
export function findOfferings(
  offerings: readonly OfferingSummary[],
  category: string | undefined,
  search: string,
): OfferingSummary[] {
  const words = searchWords(search)
  return offerings.filter(
    (offering) =>
      (!category || offering.category === category) &&
      words.every((word) =>
        isLatin(word)
          ? offering.words.includes(` ${word}`) || sounds(offering.pinyin, word)
          : offering.words.includes(word),
      ),
  )
}

const isLatin = (word: string) => /^[\0-\x7e]*$/.test(word)

/**
 * The words of a search, in the form that the server gives the index. Letters that stand alone are first letters of
 * pinyin, and belong together. A search of signs alone is a word that nothing has.
 */
function searchWords(search: string): string[] {
  if (!search.trim()) return []
  const folded = search
    .normalize('NFKD')
    .replace(/[\p{Mn}'’]/gu, '')
    .toLowerCase()
  const words: string[] = []
  let letters = false
  for (const word of folded.match(/[a-z\d]+|(?:(?![a-z\d])[\p{L}\p{N}])+/gu) ?? []) {
    const single = /^[a-z\d]$/.test(word)
    if (single && letters) words.push((words.pop() ?? '') + word)
    else words.push(word)
    letters = single
  }
  return words.length > 0 ? words : [folded.trim()]
}

/** Whether the word can be read from some syllable on, in whole syllables and first letters. */
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
