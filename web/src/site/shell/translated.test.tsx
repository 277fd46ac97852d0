import { render } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { bearTranslation } from './translated.ts'

beforeAll(bearTranslation)

/**
 * Replaces all texts by <font> elements, as Chrome's translation does: the original text nodes are removed, or moved
 * inside.
 */
const ways = {
  gone(text: Text, font: HTMLElement) {
    font.textContent = `«${text.data}»`
    text.before(font)
    text.remove()
  },
  exchanged(text: Text, font: HTMLElement) {
    font.textContent = `«${text.data}»`
    text.replaceWith(font)
  },
  kept(text: Text, font: HTMLElement) {
    text.replaceWith(font)
    font.append(text)
  },
}

function translate(root: Node, way: keyof typeof ways) {
  const texts: Text[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) ways[way](text, document.createElement('font'))
}

type Step = { word?: string; mark?: boolean; count: number }
const Line = ({ word, mark, count }: Step) => (
  <p>
    {mark && <b>!</b>}
    {word}
    <i>{count}</i> of {count}
  </p>
)

describe.each(Object.keys(ways) as (keyof typeof ways)[])(
  'after a browser translation in which texts are %s',
  (way) => {
    it.each<[string, Step, Step, string]>([
      [
        'puts something before a text',
        { word: 'Lamp ', count: 1 },
        { word: 'Lamp ', mark: true, count: 1 },
        '!Lamp 1 of 1',
      ],
      ['takes a text away', { word: 'Lamp ', count: 1 }, { count: 1 }, '1 of 1'],
      ['brings a text', { count: 1 }, { word: 'Lamp ', count: 1 }, 'Lamp 1 of 1'],
      ['changes sums', { word: 'Lamp ', count: 1 }, { word: 'Lamp ', count: 2 }, 'Lamp 2 of 2'],
      ['changes all', { word: 'Lamp ', mark: true, count: 1 }, { word: 'Tablet ', count: 2 }, 'Tablet 2 of 2'],
    ])('after a browser translation React can update %s', (_, before, after, says) => {
      const { container, rerender, unmount } = render(<Line {...before} />)
      translate(container, way)
      rerender(<Line {...after} />)
      expect(container.textContent?.replace(/[«»]/g, '')).toBe(says)
      translate(container, way)
      rerender(<Line {...before} />)
      rerender(<Line {...after} />)
      expect(container.textContent?.replace(/[«»]/g, '')).toBe(says)
      unmount()
      expect(container.textContent).toBe('')
    })
  },
)
