// Cuts the web fonts down to what the site shows, so that a phone loads tens of kilobytes in place of megabytes:
//   source-serif-600.woff2  Latin headings
//   wenkai-accent.woff2     brush glyphs that English pages show too (temple name, lunar days, Chinese titles)
//   wenkai-heading.woff2    all brush glyphs of public Chinese pages, so that no heading there mixes two faces
//   wenkai-member.woff2     what the headings of a member's own pages have beside them
//   wenkai-rest-….woff2     every other character of GB 2312, and Latin letters, in slices: what the temple writes itself
//                           has the same face as what is there today, and costs the slices that it needs
// The same input gives the same bytes. Characters come from the messages and the demonstration's content.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const web = join(import.meta.dirname, '..')
const out = join(web, 'src/styles/fonts')

const latin = [
  [0x20, 0x7e],
  // The letters of Latin-1, and the few symbols that a heading may need.
  [0xa0, 0xa0],
  [0xa3, 0xa3],
  [0xa9, 0xa9],
  [0xb0, 0xb0],
  [0xb7, 0xb7],
  [0xc0, 0xff],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
  [0x2192, 0x2192],
]

// Numerals and all characters of lunar days. Others come from the content.
const accents = '一二三四五六七八九十廿初正冬腊闰月日·'

/** A message is a heading if the last word of its key says so. */
const isHeading = (key) => /(^|[.-])(title|heading)(_one|_other)?$/.test(key)

const han = (text) => [...text].filter((c) => /[\p{Script=Han}、。，？！：；·《》“”‘’…—（）]/u.test(c))

/** A sort order that is the same on every machine. */
const byPoint = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** The contents of the files with an extension in a folder and its subfolders; empty when there is no folder. */
function texts(folder, ending) {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(ending))
    .sort(byPoint)
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** Calls visit(path of keys, text) for every string inside value. */
function walk(value, visit, path = []) {
  if (typeof value === 'string') visit(path, value)
  else if (Array.isArray(value)) for (const item of value) walk(item, visit, path)
  else if (value && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) walk(item, visit, [...path, key])
}

const accent = new Set(han(accents))
const heading = new Set()
const add = (set, text) => han(text).forEach((c) => set.add(c))
// Characters of lunar years (stems and branches), which Chinese pages show with the day.
add(heading, '甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥年')
// What pages carry; the office, papers and mails use other fonts, and a refusal is no heading.
const routes = readFileSync(join(web, 'src/site/router/routes.gen.ts'), 'utf8')
const ofPages = new Set(
  [...routes.matchAll(/"ns":\[([^\]]*)\]/g)].flatMap(([, names]) => names.match(/[a-z-]+/g) ?? []),
)
ofPages.add('offline').delete('fault')
// A guest loads nothing for the pages behind the login.
const personal = /^(data|factor|family|passkey|profile|security|subscription)\./
const member = new Set()
for (const file of texts(join(web, '../locales/zh'), '.json')) {
  for (const [key, text] of Object.entries(JSON.parse(file)))
    if (isHeading(key) && ofPages.has(key.split('.')[0])) add(personal.test(key) ? member : heading, text)
}
const demonstration = join(web, '../internal/app/demo/data')
for (const name of existsSync(demonstration)
  ? readdirSync(demonstration)
      .filter((f) => f.endsWith('.json'))
      .sort(byPoint)
  : []) {
  walk(JSON.parse(readFileSync(join(demonstration, name), 'utf8')), (path, text) => {
    const keys = path.join('.')
    if (/(title|name)\.zh$/.test(keys) && !/options/.test(keys)) add(heading, text)
    // Chinese text that English pages show too: the temple's name, its offerings, and days of the almanac.
    if (keys.endsWith('term') || /^name\.zh$/.test(keys) || (name === 'offerings.json' && /^title\.zh$/.test(keys)))
      add(accent, text)
  })
}
for (const html of texts(join(demonstration, 'page/zh'), '.html').concat(
  texts(join(demonstration, 'offering/zh'), '.html'),
)) {
  for (const [, text] of html.matchAll(/<h2[^>]*>(.*?)<\/h2>/gs)) add(heading, text)
}
for (const file of texts(join(demonstration, 'forms'), '.json')) {
  for (const field of JSON.parse(file).fields ?? []) if (field.type === 'people') add(heading, field.label?.zh ?? '')
}
for (const c of accent) heading.add(c)
// Digits of days and years on Chinese pages, which would otherwise need a second font file.
for (const c of '0123456789') heading.add(c)
for (const c of heading) member.delete(c)

function fontFile(pkg, file) {
  return readFileSync(join(dirname(require.resolve(`${pkg}/package.json`)), 'files', file))
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

const latinText = latin
  .flatMap(([a, b]) => Array.from({ length: b - a + 1 }, (_, i) => String.fromCodePoint(a + i)))
  .join('')
const wenkai = fontFile('@fontsource/lxgw-wenkai', 'lxgw-wenkai-latin-700-normal.woff2')
const serif = fontFile('@fontsource-variable/source-serif-4', 'source-serif-4-latin-wght-normal.woff2')
const sorted = (set) => [...set].sort(byPoint).join('')

// No hinting (phones have high-density screens), and only the layout features that the headings use.
const lean = { targetFormat: 'woff2', noHinting: true, keepFeatures: ['kern', 'liga', 'lnum'] }
const files = {
  'source-serif-600.woff2': await subsetFont(serif, latinText, { ...lean, variationAxes: { wght: 600 } }),
  'wenkai-accent.woff2': await subsetFont(wenkai, sorted(accent), { ...lean, keepFeatures: [] }),
  'wenkai-heading.woff2': await subsetFont(wenkai, sorted(heading), { ...lean, keepFeatures: [] }),
  'wenkai-member.woff2': await subsetFont(wenkai, sorted(member), { ...lean, keepFeatures: [] }),
}
for (const [name, bytes] of Object.entries(files)) {
  writeFileSync(join(out, name), bytes)
  console.log(`${name.padEnd(26)} ${(bytes.length / 1000).toFixed(1)} kB`)
}

// The 6,763 characters of GB 2312, rows 16 to 87, except those of the heading font, which Chinese pages load anyway.
const gb = new TextDecoder('gb2312')
const rest = []
for (let row = 0xb0; row <= 0xf7; row++)
  for (let cell = 0xa1; cell <= 0xfe; cell++) {
    const c = gb.decode(new Uint8Array([row, cell]))
    if (/^\p{Script=Han}$/u.test(c)) rest.push(c)
  }
// The space is in every heading: with it in this file, each heading would load the Latin letters.
const letters = Array.from({ length: 0x7e - 0x20 }, (_, i) => String.fromCodePoint(0x21 + i))
const chineseMarks = [...'、。，？！：；·《》“”‘’…—（）']
// Slices follow the order of Unicode, so that each is one range in the style sheet.
const sliceSize = 0x200
const slices = new Map([['latin', { range: 'U+21-7e', characters: letters }]])
for (const c of [...rest].sort(byPoint)) {
  const from = Math.floor(c.codePointAt(0) / sliceSize) * sliceSize
  const name = from.toString(16)
  const slice = slices.get(name) ?? { range: `U+${name}-${(from + sliceSize - 1).toString(16)}`, characters: [] }
  slice.characters.push(c)
  slices.set(name, slice)
}
slices.set('marks', {
  range: 'U+3001-3002,U+300a-300b,U+ff01,U+ff08-ff09,U+ff0c,U+ff1a-ff1b,U+ff1f',
  characters: chineseMarks,
})
// The slices depend only on the font package and this file, and take a minute to build: they are cached by this hash.
const cut = createHash('sha256')
  .update(wenkai)
  .update(readFileSync(import.meta.filename))
  .digest('hex')
const kept = join(web, 'node_modules/.cache/shanmen-fonts', cut.slice(0, 16))
// The hash is one for all slices: a different one in each file name would add a third to the style sheet.
const version = cut.slice(0, 6)
mkdirSync(kept, { recursive: true })
let small
/** Builds a slice from a font that was reduced to the characters of all slices. */
async function cutSlice(characters) {
  small ??= await subsetFont(wenkai, [...rest, ...letters, ...chineseMarks].join(''), {
    ...lean,
    targetFormat: 'truetype',
    keepFeatures: [],
  })
  return subsetFont(small, characters.join(''), { ...lean, keepFeatures: [] })
}
let restBytes = 0
const restFaces = []
for (const [name, { range, characters }] of slices) {
  const file = join(kept, name)
  const bytes = existsSync(file) ? readFileSync(file) : await cutSlice(characters)
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, bytes) // so that an interrupted build leaves no incomplete file
    renameSync(`${file}.new`, file)
  }
  restBytes += bytes.length
  writeFileSync(join(out, `wenkai-rest-${version}-${name}.woff2`), bytes)
  restFaces.push(
    `@font-face{font-family:"Temple Kai Rest";src:url("./wenkai-rest-${version}-${name}.woff2") format("woff2");font-weight:500 700;font-display:swap;unicode-range:${range}}`,
  )
}
console.log(`${`wenkai-rest (${slices.size})`.padEnd(26)} ${(restBytes / 1000).toFixed(1)} kB`)

const hex = (point) => point.toString(16)
const latinRanges = latin.map(([a, b]) => (a === b ? `U+${hex(a)}` : `U+${hex(a)}-${hex(b)}`)).join(',')
// Wide ranges keep the style sheet short: for a glyph that a file lacks, the browser uses the next font anyway.
const hanRanges = 'U+b7,U+3000-303f,U+3400-9fff,U+ff00-ffef'
// Chinese pages take digits, and punctuation shared by both languages, from the Chinese font.
const marks = 'U+30-39,U+2014,U+2018-2019,U+201c-201d,U+2026'
// Listed one by one: a page that shows none of these characters does not load the file.
const memberRanges = [...sorted(member)].map((c) => `U+${hex(c.codePointAt(0))}`).join(',')
writeFileSync(
  join(out, 'fonts.css'),
  `/* Written by scripts/fonts.mjs. */
@font-face{font-family:"Temple Serif";src:url("./source-serif-600.woff2") format("woff2");font-weight:600;font-display:swap;unicode-range:${latinRanges}}
@font-face{font-family:"Temple Kai";src:url("./wenkai-accent.woff2") format("woff2");font-weight:500 700;font-display:swap;unicode-range:${hanRanges}}
@font-face{font-family:"Temple Kai Heading";src:url("./wenkai-heading.woff2") format("woff2");font-weight:500 700;font-display:swap;unicode-range:${hanRanges},${marks}}
@font-face{font-family:"Temple Kai Heading";src:url("./wenkai-member.woff2") format("woff2");font-weight:500 700;font-display:swap;unicode-range:${memberRanges}}
`,
)
// A separate style sheet, loaded after the page: only text written by the temple waits for this font.
writeFileSync(join(out, 'rest.css'), `/* Written by scripts/fonts.mjs. */\n${restFaces.join('\n')}\n`)
