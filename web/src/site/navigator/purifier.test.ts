import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cleanHtml } from './clean-html.ts'
import { purify } from './purifier.ts'

it('keeps a clean text unchanged', () => {
  const text =
    '<h2>灯</h2><p lang="zh-Hans">为<strong>家人</strong>祈福<br>&amp; peace</p><ol start="3"><li>one</li></ol><table><tbody><tr><th scope="row">A</th><td colspan="2">B</td></tr></tbody></table><img src="/files/a.webp" alt="hall" width="10" height="20">'
  expect(purify(text)).toBe(text)
})

it.each([
  ['<p style="color:red">a</p>', '<p>a</p>'],
  ['<p class="x" id="main" onclick="go()" data-x="1">a</p>', '<p>a</p>'],
  ['<script>go()</script><style>p{}</style><p>a</p>', '<p>a</p>'],
  ['<img src="x" onerror="go()" alt="a">', '<img src="x" alt="a">'],
  ['<a href="javascript:go()">a</a>', '<a>a</a>'],
  ['<a href="/cart" rel="opener">a</a>', '<a href="/cart">a</a>'],
  ['<form action="/x"><input name="a"><button>b</button></form>', 'b'],
  ['<iframe src="https://a.example"></iframe><svg><a xlink:href="javascript:go()">b</a></svg>', ''],
])('removes disallowed markup: %s', (html, clean) => {
  expect(purify(html)).toBe(clean)
})

const targets: { html: string; clean: string }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../internal/base/markup/testdata/targets.json'), 'utf8'),
)
it.each(targets)('treats link targets as the server does: $html', ({ html, clean }) => {
  expect(purify(html)).toBe(clean)
})

it('sanitises every text in a page’s data, at any depth', async () => {
  const bad = '<p onclick="go()">a</p>'
  const data = {
    title: bad,
    html: bad,
    items: [{ question: 'q', html: bad }],
    way: { html: bad },
    count: 2,
    none: null,
  }
  const good = '<p>a</p>'
  expect(await cleanHtml(data)).toEqual({
    ...data,
    html: good,
    items: [{ question: 'q', html: good }],
    way: { html: good },
  })
})

it('is used for all HTML that pages insert', () => {
  const source = join(import.meta.dirname, '../..')
  const inserted = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) =>
      [...readFileSync(join(source, name), 'utf8').matchAll(/__html: ([^}]+?) \}/g)].map(
        ([, what]) => `${name}: ${what}`,
      ),
    )
  expect(inserted.length).toBeGreaterThan(3)
  expect(inserted.filter((each) => !/\bhtml\)?$/.test(each))).toEqual([])
})
