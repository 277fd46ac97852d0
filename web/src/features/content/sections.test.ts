import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'
import { sectionsOf } from './sections.ts'

test('a text is split at its headings without losing content', () => {
  const html = '<p>a</p><h2>One &amp; <em>two</em></h2><p>b</p><ul><li>c</li></ul><h2 lang="zh-Hans">三</h2>'
  const parts = sectionsOf(html)
  expect(parts.map(({ id, title }) => [id, title])).toEqual([
    ['part-1', ''],
    ['part-2', 'One & two'],
    ['part-3', '三'],
  ])
  expect(parts.map((part) => part.html).join('')).toBe(html)
})

test('a heading nested in another element does not split', () => {
  const html = '<blockquote><h2>a</h2></blockquote><h2>b</h2>'
  expect(sectionsOf(html)).toEqual([{ id: 'part-1', title: '', html }])
})

test('an empty text has no sections', () => {
  expect(sectionsOf('')).toEqual([])
})

test('markup is removed from a text', () => {
  expect(plainText('<p>1 &lt; 2 &amp;amp; &#34;x&#34;<br>it&#39;s</p>')).toBe('1 < 2 &amp; "x" it\'s')
})
