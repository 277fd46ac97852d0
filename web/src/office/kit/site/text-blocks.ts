/** A separate text on a page. */
export type TextBlock = { element: Element; text: string; nodes: Text[] }

const blocks =
  'p, h1, h2, h3, h4, h5, h6, li, td, th, dt, dd, figcaption, summary, blockquote, address, label, button, a, div, section'
const silent = 'script, style, noscript, template, svg, [hidden]'

/** The texts of a page in order, each with its text nodes. */
export function blocksOf(page: Document): TextBlock[] {
  const found = new Map<Element, TextBlock>()
  const walker = page.createTreeWalker(page.body, 4) // NodeFilter.SHOW_TEXT
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text
    const element = text.parentElement?.closest(blocks)
    if (!element || text.data.trim() === '' || text.parentElement?.closest(silent)) continue
    const block = found.get(element) ?? { element, text: '', nodes: [] }
    block.nodes.push(text)
    block.text += text.data
    found.set(element, block)
  }
  return [...found.values()]
}

/** The DOM range of a block from one character to another. */
export function rangeIn({ nodes }: TextBlock, from: number, to: number): Range | undefined {
  const first = nodes[0]
  if (!first || from >= to) return undefined
  const range = first.ownerDocument.createRange()
  let at = 0
  let begun = false
  for (const node of nodes) {
    const end = at + node.length
    if (!begun && from < end) {
      range.setStart(node, from - at)
      begun = true
    }
    if (begun && to <= end) {
      range.setEnd(node, to - at)
      return range
    }
    at = end
  }
  return undefined
}
