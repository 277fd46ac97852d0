import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Editor } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { textExtensions } from './extensions.ts'
import { countWords, tidyHtml } from './html.ts'

function through(html: string): string {
  const editor = new Editor({ extensions: textExtensions, content: html })
  const out = tidyHtml(editor.getHTML())
  editor.destroy()
  return out
}

/** Normalises line breaks between blocks, which HTML ignores. */
const even = (html: string) => html.replace(/>\s+</g, '><').replace(/\s+/g, ' ').trim()

const demo = resolve(import.meta.dirname, '../../../../../internal/app/demo/data/page')
const pages = ['en', 'zh'].flatMap((locale) =>
  readdirSync(resolve(demo, locale)).map((file) => [
    `${locale}/${file}`,
    readFileSync(resolve(demo, locale, file), 'utf8'),
  ]),
)

describe('a text opened in the editor and not changed', () => {
  it.each(pages)('an opened but unchanged text is not modified: %s', (_, html = '') => {
    expect(even(through(html))).toBe(even(html))
  })
  it.each([
    '<p>H<sub>2</sub>O, 3<sup>rd</sup>, <u>under</u>, <s>out</s></p>',
    '<h2>One</h2><h3>Two</h3><h4>Three</h4><hr><blockquote><p>Said</p></blockquote>',
    '<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul><ol start="3"><li>three</li></ol>',
    '<p><a href="/event">here</a> and <a href="https://x.sg/" target="_blank">there</a><br>below</p>',
    '<p>The <span lang="zh-Hans">观音</span> hall</p>',
    '<p><ruby>漢<rp>(</rp><rt>hàn</rt><rp>)</rp></ruby>字</p>',
    '<figure><img src="/media/abc"><figcaption>The <em>last</em> tile</figcaption></figure><img src="/media/abc"><p>x</p>',
    '<dl><dt>Term</dt><dd>Meaning</dd></dl><p>x</p>',
    '<table><caption>Times</caption><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><th scope="row">1</th><td colspan="1">2</td></tr></tbody></table><p>x</p>'.replace(
      ' colspan="1"',
      '',
    ),
    '<table><tbody><tr><td colspan="2">wide</td></tr><tr><td>1</td><td>2</td></tr></tbody></table><p>x</p>',
  ])('the editor keeps %s', (html) => expect(through(html)).toBe(html))
  it('normalising the editor’s HTML twice changes nothing more', () => {
    for (const [, html = ''] of pages) expect(tidyHtml(tidyHtml(html))).toBe(tidyHtml(html))
  })
})

it('removes everything that a text may not contain', () => {
  const out = through(
    '<h1 style="color:red" onclick="x()">T</h1><script>1</script><p class="a">x<img src="https://x.sg/p.png"></p><iframe src="/"></iframe>',
  )
  expect(out).not.toMatch(/style|onclick|script|class|x\.sg|iframe|h1/)
})

it('counts words in English and characters in Chinese', () => {
  expect(countWords('The bell isn’t rung — at 6 am.', 'en')).toBe(7)
  expect(countWords('晨钟响起，诵念 Amitabha 名。', 'zh')).toBe(7)
})
