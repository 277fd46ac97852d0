import { expect, it } from 'vitest'
import { changedParts, rangesOf } from './changed-parts.ts'

const pageOf = (html: string) => new DOMParser().parseFromString(`<main>${html}</main>`, 'text/html')

it('marks new characters, whole new texts, and new pictures', () => {
  const before = pageOf('<h1>Our history</h1><p>One.</p><img src="/media/a">')
  const after = pageOf('<h1>Our long <b>history</b></h1><p>One.</p><p>Two.</p><img src="/media/a"><img src="/media/b">')
  const changed = changedParts(before, after, 'en')
  expect(changed.texts.map(({ text }) => text)).toEqual(['Our long history', 'Two.'])
  expect(changed.pictures).toEqual(['/media/b'])
  expect(rangesOf(after, changed).map(String)).toEqual(['long ', 'Two.'])
})

it('compares Chinese by character, and reports nothing for pages with equal text', () => {
  const before = pageOf('<p>河边茅舍</p>')
  const after = pageOf('<p>河边新茅舍</p><script>var now = 1</script>')
  expect(rangesOf(after, changedParts(before, after, 'zh')).map(String)).toEqual(['新'])
  expect(changedParts(before, before, 'zh')).toEqual({ texts: [], pictures: [] })
})
