const attributes = ['aria-label', 'placeholder', 'alt', 'title'] as const

/**
 * The text at a click position: under the pointer, or the only text of the clicked element; otherwise its accessible
 * name or placeholder. '' if there is none.
 */
export function textAt(target: Element, x: number, y: number): string {
  const texts = ownTexts(target)
  const under = texts.find((text) => isUnder(text, x, y)) ?? texts[0]
  if (under) return clean(under.data)
  for (let at: Element | null = target; at; at = at.parentElement) {
    for (const name of attributes) {
      const said = clean(at.getAttribute(name) ?? '')
      if (said) return said
    }
    // An image inside a link or button stands for the whole control's text.
    if (/^(a|button|label)$/i.test(at.tagName)) return clean(at.textContent)
  }
  return ''
}

function ownTexts(target: Element): Text[] {
  return [...target.childNodes].filter(
    (node): node is Text => node.nodeType === 3 && clean(node.nodeValue ?? '') !== '',
  )
}

function isUnder(text: Text, x: number, y: number): boolean {
  const range = text.ownerDocument.createRange()
  range.selectNodeContents(text)
  return [...range.getClientRects()].some((at) => x >= at.left && x <= at.right && y >= at.top && y <= at.bottom)
}

// Limited to the length that the server searches.
const clean = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 1000)
