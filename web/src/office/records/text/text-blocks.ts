/** A paragraph, heading, list or table of a text. */
export type Block = {
  /** The block's index at the top level of the text, from 0. */
  at: number
  heading: boolean
  words: string
  /** Complete: each of its lines and cells has text, or it is a picture. */
  whole: boolean
}

/** The blocks of a text. */
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

/**
 * A block with text in one language that is missing or incomplete in the other. `at` is its index there, -1 if it does
 * not exist.
 */
export type Lacking = { place: string; words: string; at: number }

/** The blocks of one text whose counterpart, at the same position under the same heading, is incomplete. */
export function lackingIn(own: string, other: string): { all: number; lacking: Lacking[] } {
  const mine = new Map(placed(blocksOf(own)))
  const theirs = placed(blocksOf(other)).filter(([, block]) => block.words !== '')
  const lacking = theirs.flatMap(([place, block]) => {
    const twin = mine.get(place)
    return twin?.whole ? [] : [{ place, words: block.words, at: twin?.at ?? -1 }]
  })
  return { all: theirs.length, lacking }
}

/** The blocks by position: heading and index under it (kit/editor/twin.ts). */
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
