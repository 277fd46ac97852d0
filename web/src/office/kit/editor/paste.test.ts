import { expect, it } from 'vitest'
import { addressOf } from './address.ts'
import { cleanPasted, cleanText } from './paste.ts'

it('removes Word’s markup from pasted text', () => {
  const word =
    '<html><head><style>p{}</style><!--[if gte mso 9]><xml>1</xml><![endif]--></head><body><p class="MsoNormal" style="margin:0"><b>Hall</b><o:p></o:p></p><!-- x --></body></html>'
  const { html, leftOut } = cleanPasted(word)
  expect(html).toContain('<b>Hall</b>')
  expect(html).not.toMatch(/o:p|<!--|style>|xml/)
  expect(leftOut).toEqual({ pictures: 0, programs: 0, marks: 0 })
})

/** A list item in the form in which Word pastes it. */
const line = (level: number, sign: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin:0;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7pt'>&nbsp;&nbsp; </span></span></span><![endif]>${text}</p>`

it('rebuilds lists from Word’s list paragraphs', () => {
  const word = `<p class=MsoNormal>Bring:</p>${line(1, '·', 'Incense')}${line(2, 'o', 'three sticks')}${line(1, '·', '<b>Oil</b>')}<p>Then:</p>${line(1, '1.', 'Bow')}${line(1, '2.', 'Light')}`
  const { html, leftOut } = cleanPasted(word)
  const bare = html.replace(/ (class|data-style)="[^"]*"/g, '').replace(/<\/?span>/g, '')
  expect(bare).toBe(
    '<p>Bring:</p><ul><li><p>Incense</p><ul><li><p>three sticks</p></li></ul></li><li><p><b>Oil</b></p></li></ul><p>Then:</p><ol><li><p>Bow</p></li><li><p>Light</p></li></ol>',
  )
  expect(leftOut).toEqual({ pictures: 0, programs: 0, marks: 0 })
})

it('reports what it removed', () => {
  const { html, leftOut } = cleanPasted(
    '<p>一\u200b二\u202e三</p><img src="https://mmbiz.qpic.cn/x"><img src="/media/ours"><script>1</script><iframe></iframe>',
  )
  expect(html).toBe('<p>一二三</p><img src="/media/ours">')
  expect(leftOut).toEqual({ pictures: 1, programs: 2, marks: 2 })
  expect(cleanText('a\u2066b')).toEqual({ text: 'ab', marks: 1 })
})

it('recognises a library picture copied from a page', () => {
  const copied = `<picture><source srcset="/media/a-1/2-400.webp 400w"><img src="${location.origin}/media/a-1/2-800.jpg" alt="x"></picture>`
  expect(cleanPasted(`<p>a</p>${copied}`).html).toBe('<p>a</p><img src="/media/a-1" alt="x">')
  expect(cleanPasted('<img src="https://elsewhere.example/media/a-1">').leftOut.pictures).toBe(1)
})

it('keeps zero-width joiners of emoji and variation selectors', () => {
  expect(cleanText('👨\u200d👩 葛\u{e0100}').marks).toBe(0)
})

it('maps headings to the allowed levels, and removes bold that is not real', () => {
  expect(cleanPasted('<h1>A</h1><h6>B</h6><b style="font-weight:normal"><p>C</p></b>').html).toBe(
    '<h2>A</h2><h4>B</h4><p>C</p>',
  )
})

it('removes tracking parameters from links, and removes invalid links', () => {
  expect(
    cleanPasted(
      `<a href="https://x.sg/a?utm_source=b&id=1&fbclid=2">x</a><a href="javascript:1">y</a><a href="${location.origin}/zh/event">z</a>`,
    ).html,
  ).toBe('<a href="https://x.sg/a?id=1">x</a>y<a href="/zh/event">z</a>')
})

it.each([
  ['/event', '/event'],
  [' temple.sg/visit ', 'https://temple.sg/visit'],
  ['http://temple.sg', 'http://temple.sg/'],
  ['office@temple.sg', 'mailto:office@temple.sg'],
  ['+65 6123 4567', 'tel:+6561234567'],
  ['tel:61234567', 'tel:61234567'],
  ['javascript:alert(1)', null],
  ['//evil.sg', null],
  ['/\\evil.sg', null],
  ['visiting hours', null],
  ['', null],
])('normalises the URL %j', (typed, address) => expect(addressOf(typed)).toBe(address))
