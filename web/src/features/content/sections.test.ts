import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'
import { sectionsOf } from './sections.ts'

test('a text is cut before its headings, and nothing of it is lost', () => {
  const html = '<p>a</p><h2>One &amp; <em>two</em></h2><p>b</p><ul><li>c</li></ul><h2 lang="zh-Hans">三</h2>'
  const parts = sectionsOf(html)
  expect(parts.map(({ id, title }) => [id, title])).toEqual([
    ['part-1', ''],
    ['part-2', 'One & two'],
    ['part-3', '三'],
  ])
  expect(parts.map((part) => part.html).join('')).toBe(html)
})

test('a heading inside something else cuts nothing', () => {
  const html = '<blockquote><h2>a</h2></blockquote><h2>b</h2>'
  expect(sectionsOf(html)).toEqual([{ id: 'part-1', title: '', html }])
})

test('an empty text has no parts', () => {
  expect(sectionsOf('')).toEqual([])
})

test('a text without its markup', () => {
  expect(plainText('<p>1 &lt; 2 &amp;amp; &#34;x&#34;<br>it&#39;s</p>')).toBe('1 < 2 &amp; "x" it\'s')
})
