import { afterEach, beforeEach, expect, it } from 'vitest'
import { textAt } from './text-at.ts'

// Each text is at a hundred times its index among its siblings, because jsdom has no layout.
function rects(this: Range) {
  const at = [...(this.startContainer.childNodes.length > 0 ? [] : (this.startContainer.parentNode?.childNodes ?? []))]
  const left = at.indexOf(this.startContainer as ChildNode) * 100
  return [{ left, right: left + 99, top: 0, bottom: 20 }] as unknown as DOMRectList
}

beforeEach(() => {
  Range.prototype.getClientRects = rects
})
afterEach(() => document.body.replaceChildren())

function put(html: string): Element {
  document.body.innerHTML = html
  const target = document.querySelector('[data-here]')
  if (!target) throw new Error('nothing is pressed')
  return target
}

it.each([
  ['the text of what was pressed', '<p data-here> Common\n  questions </p>', 5, 'Common questions'],
  ['of two texts the one under the pointer', '<p data-here>One <b>x</b>Two</p>', 250, 'Two'],
  ['what a field says while it is empty', '<input data-here placeholder="Search">', 5, 'Search'],
  ['what a picture within a button says', '<button aria-label="Cart"><svg data-here></svg></button>', 5, 'Cart'],
  ['the words beside a picture in a link', '<a><svg data-here></svg><span>Home</span></a>', 5, 'Home'],
  ['nothing where nothing is said', '<main><div data-here></div></main>', 5, ''],
])('the text under the pointer is %s', (_, html, x, said) => {
  expect(textAt(put(html), x, 5)).toBe(said)
})
