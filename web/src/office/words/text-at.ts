const attributes = ['aria-label', 'placeholder', 'alt', 'title'] as const

/**
 * What a page says where somebody pressed: the text under the pointer, or the one text of what was pressed; without a
 * text what it says to screen readers, or within an empty field. '' where it says nothing.
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
    // The picture within a link or a button says what the whole of it says.
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

// As many letters as the server looks for.
const clean = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 1000)
