/** A paragraph, heading, list or table of a text, as the office counts it. */
export type Block = {
  /** Its number at the top level, from 0. */
  at: number
  heading: boolean
  words: string
  /** Nothing is missing in it: each of its lines and cells has words, or it is a picture. */
  whole: boolean
}

/** The blocks of a text of the office. */
export function blocksOf(html: string): Block[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.children].map((one, at) => {
    const parts = one.querySelectorAll('li, td, th, dt, dd, p')
    const apart = [...one.querySelectorAll('li, td, th, dt, dd')].map((part) => (part.textContent ?? '').trim())
    const words = apart.length > 0 ? apart.filter(Boolean).join(' · ') : (one.textContent ?? '').trim()
    const filled = [...parts].every((part) => (part.textContent ?? '').trim() !== '')
    const picture = one.tagName === 'IMG' || one.tagName === 'HR' || one.querySelector('img') !== null
    return { at, heading: /^H\d$/.test(one.tagName), words, whole: picture || (words !== '' && filled) }
  })
}

/** A block that has words in one language and not, or not all, in the other. `at` is where to write it: -1 where it is not there. */
export type Lacking = { place: string; words: string; at: number }

/** What one text still lacks of the other: its blocks whose twin, at the same place below the same heading, is not whole. */
export function lackingIn(own: string, other: string): { all: number; lacking: Lacking[] } {
  const mine = new Map(placed(blocksOf(own)))
  const theirs = placed(blocksOf(other)).filter(([, block]) => block.words !== '')
  const lacking = theirs.flatMap(([place, block]) => {
    const twin = mine.get(place)
    return twin?.whole ? [] : [{ place, words: block.words, at: twin?.at ?? -1 }]
  })
  return { all: theirs.length, lacking }
}

/** The blocks by their position: heading and index under it (kit/editor/twin.ts). */
function placed(blocks: readonly Block[]): [string, Block][] {
  let heading = -1
  let order = 0
  return blocks.map((block, i) => {
    if (block.heading) {
      heading++
      order = 0
    } else if (i > 0) order++
    return [`${heading}.${order}`, block]
  })
}
