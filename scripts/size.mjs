// Measures what a browser loads before the visitor acts: each page's JavaScript and the style sheet, gzipped, from
// Vite's manifest, and the fonts of each language. It exits with an error above the budgets of docs/limits.md. What a
// page really requests is checked by a browser test.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const dist = new URL('../web/dist/', import.meta.url)
const entry = 'src/entry-client.tsx'
const budget = {
  home: 105,
  page: 126,
  css: 17,
  area: 180,
  editor: 130,
  pinyin: 60,
  fonts: { en: 30, zh: 85, 'zh, members': 15 },
} // kB

/** @type {Record<string, { file: string, imports?: string[], dynamicImports?: string[], css?: string[] }>} */
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))

/** @param {string[]} keys @param {Set<string>} seen */
function withImports(keys, seen = new Set(), of = manifest) {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    withImports(of[key]?.imports ?? [], seen, of)
  }
  return seen
}

/** @param {Iterable<string>} files */
function weight(files) {
  let bytes = 0
  for (const file of new Set(files)) bytes += gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length
  return bytes / 1000
}

let over = 0
/** @param {string} name @param {number} kB @param {number} limit */
function report(name, kB, limit) {
  const verdict = kB > limit ? 'OVER' : 'ok'
  if (kB > limit) over++
  console.log(`${verdict.padEnd(5)}${name.padEnd(34)}${kB.toFixed(1).padStart(7)} of ${limit} kB`)
}

if (!manifest[entry]) throw new Error(`the manifest lacks ${entry}`)
const pages = Object.keys(manifest).filter((key) => /^src\/routes\/[^/]+\.tsx$/.test(key))
if (!pages.includes('src/routes/home.tsx')) throw new Error('the manifest lacks src/routes/home.tsx')
for (const page of pages.sort()) {
  const name = page.slice('src/routes/'.length, -'.tsx'.length)
  const keys = [...withImports([entry, page])]
  report(`js  ${name}`, weight(keys.map((key) => manifest[key].file)), name === 'home' ? budget.home : budget.page)
}
report('css', weight([...withImports([entry])].flatMap((key) => manifest[key].css ?? [])), budget.css)
// For each language, the prefixes of its font files.
const fonts = { en: ['source-serif', 'wenkai-accent'], zh: ['wenkai-heading'], 'zh, members': ['wenkai-member'] }
for (const [language, names] of Object.entries(fonts)) {
  const files = readdirSync(new URL('assets/', dist)).filter((file) => names.some((name) => file.startsWith(name)))
  if (files.length !== names.length) throw new Error(`the build lacks one of the fonts ${names.join(', ')}`)
  const bytes = files.reduce((sum, file) => sum + statSync(new URL(`assets/${file}`, dist)).size, 0)
  report(`fonts  ${language}`, bytes / 1000, budget.fonts[language])
}
// The office has its own build. Each area is measured with the entry; the text editor, which loads with the first text,
// is added to it.
const office = JSON.parse(readFileSync(new URL('.vite/office.json', dist), 'utf8'))
const shell = ['admin.html']
const editorKey = 'src/office/kit/editor/text-editor.tsx'
const areas = Object.keys(office).filter((key) => /^src\/office\/(?!kit\/)([\w-]+\/)+[\w-]+\.tsx$/.test(key))
if (!areas.includes('src/office/payments/queue-page.tsx'))
  throw new Error('the office build lacks src/office/payments/queue-page.tsx')
if (!office[editorKey]) throw new Error(`the office build lacks ${editorKey}`)
// Code that loads with the first record of its kind is counted with the page that shows it.
const recordPage = 'src/office/records/record-page.tsx'
const onRecordPage = /^src\/office\/records\/([\w-]+\/)+(\w+-editor|\w+-dialog|history-page)\.tsx$/
/** @param {Iterable<string>} keys */
const filesOf = (keys) => [...keys].map((key) => office[key].file)
const entryFiles = withImports(shell, new Set(), office)
for (const area of areas.sort()) {
  const name = area.slice('src/office/'.length, -'.tsx'.length)
  const page = onRecordPage.test(area) ? [recordPage] : []
  report(`js  office ${name}`, weight(filesOf(withImports([...shell, ...page, area], new Set(), office))), budget.area)
}
const editor = [...withImports([editorKey], new Set(), office)].filter((key) => !entryFiles.has(key))
report('js  office editor', weight(filesOf(editor)), budget.editor)
// The pronunciation dictionary loads with the reading list, behind its page.
const pinyinKey = 'src/office/ceremonies/reading/pinyin-data.ts'
if (!office[pinyinKey]) throw new Error(`the office build has no separate chunk for ${pinyinKey}`)
report('js  office pinyin', weight([office[pinyinKey].file]), budget.pinyin)
process.exitCode = over ? 1 : 0
