// Weighs what a browser loads before the visitor acts: each page's JavaScript and the style sheet,
// gzipped, from Vite's manifest, and the fonts of each language. Over its budget it fails. The
// budgets stand in docs/architecture.md. What a page asks for in truth is a browser test's.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const dist = new URL('../web/dist/', import.meta.url)
const entry = 'src/entry-client.tsx'
const budget = { home: 105, page: 125, css: 15, office: 260, fonts: { en: 30, zh: 85, 'zh, members': 15 } } // kB

/** @type {Record<string, { file: string, imports?: string[], dynamicImports?: string[], css?: string[] }>} */
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))

/** @param {string[]} keys */
function withImports(keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    withImports(manifest[key]?.imports ?? [], seen)
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

if (!manifest[entry]) throw new Error(`the manifest has no ${entry}`)
const pages = Object.keys(manifest).filter((key) => /^src\/routes\/[^/]+\.tsx$/.test(key))
if (!pages.includes('src/routes/home.tsx')) throw new Error('the manifest has no src/routes/home.tsx')
for (const page of pages.sort()) {
  const name = page.slice('src/routes/'.length, -'.tsx'.length)
  const keys = [...withImports([entry, page])]
  report(`js  ${name}`, weight(keys.map((key) => manifest[key].file)), name === 'home' ? budget.home : budget.page)
}
report('css', weight([...withImports([entry])].flatMap((key) => manifest[key].css ?? [])), budget.css)
// By language, the start of the names of its fonts.
const fonts = { en: ['source-serif', 'wenkai-accent'], zh: ['wenkai-heading'], 'zh, members': ['wenkai-member'] }
for (const [language, names] of Object.entries(fonts)) {
  const files = readdirSync(new URL('assets/', dist)).filter((file) => names.some((name) => file.startsWith(name)))
  if (files.length !== names.length) throw new Error(`the build has not the fonts ${names.join(', ')}`)
  const bytes = files.reduce((sum, file) => sum + statSync(new URL(`assets/${file}`, dist)).size, 0)
  report(`fonts  ${language}`, bytes / 1000, budget.fonts[language])
}
// The office is built apart and has no place in the manifest: its page names its own script, which names the
// others. All of its areas together are weighed.
const scripts = new Set(
  [...readFileSync(new URL('admin.html', dist), 'utf8').matchAll(/src="\/(assets\/[^"]+\.js)"/g)].map(
    ([, file]) => file,
  ),
)
if (scripts.size === 0) throw new Error('admin.html names no script')
for (const script of scripts)
  for (const [, file] of readFileSync(new URL(script, dist), 'utf8').matchAll(
    /["'`](?:\.\/|assets\/)([\w-]+\.js)["'`]/g,
  ))
    scripts.add(`assets/${file}`)
report('js  office', weight([...scripts]), budget.office)
process.exitCode = over ? 1 : 0
