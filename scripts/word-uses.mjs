// word-uses.mjs finds where each message is used: it follows the imports of every page and of every office area, and
// collects the message keys in their code. `node scripts/word-uses.mjs` writes the list that the office shows;
// word-uses.test.js fails when the list is outdated.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const web = join(root, 'web/src')
export const listFile = join(root, 'internal/offer/words/uses.json')

// A key with a variable part counts by its constant beginning: `bank.tab-${tab}`.
const keyForm = /["'`]([a-z0-9-]+\.[A-Za-z0-9_.-]*)/g
const importForm = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.[^'"]+)['"]/g

const read = new Map()
/** The message keys in a file, and the files that it imports. */
function fileOf(path) {
  const known = read.get(path)
  if (known) return known
  const text = readFileSync(path, 'utf8')
  const one = {
    keys: [...text.matchAll(keyForm)].map((m) => m[1]),
    imports: [...text.matchAll(importForm)]
      .map((m) => resolve(dirname(path), m[1]))
      .filter((to) => /\.tsx?$/.test(to) && existsSync(to)),
  }
  read.set(path, one)
  return one
}

/** All message keys in files and their imports; `stop` says which imports are not followed. */
function keysFrom(starts, stop = () => false) {
  const seen = new Set(starts)
  const keys = new Set()
  for (const path of seen) {
    const { keys: own, imports } = fileOf(path)
    for (const key of own) keys.add(key)
    for (const to of imports) if (!stop(to)) seen.add(to)
  }
  return keys
}

/** Every message of the program. */
function sentences() {
  const folder = join(root, 'locales/en')
  return readdirSync(folder)
    .flatMap((name) => Object.keys(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .sort()
}

/** Entry files of the site and the office, by the name of each use. */
function places() {
  const out = new Map()
  const isRoute = (path) => path.startsWith(join(web, 'routes/'))
  out.set('site', keysFrom([join(web, 'entry-client.tsx'), join(web, 'entry-server.tsx')], isRoute))
  for (const name of readdirSync(join(web, 'routes'))) {
    if (name.endsWith('.tsx') && !name.includes('.test.')) {
      out.set(`page:${name.slice(0, -4)}`, keysFrom([join(web, 'routes', name)]))
    }
  }
  const areas = join(web, 'office/areas.ts')
  out.set(
    'office',
    keysFrom([join(web, 'office/main.tsx')], (path) => path === areas),
  )
  const own = [...readFileSync(areas, 'utf8').matchAll(/\barea\('([a-z-]+)'[\s\S]*?\n {2}\}\)/g)]
  const shared = [...readFileSync(areas, 'utf8').matchAll(/const (\w+) = page\(\(\) => import\('([^']+)'\)/g)]
  for (const [text, id] of own) {
    const files = [...text.matchAll(/import\('([^']+)'\)/g)].map((m) => m[1])
    for (const [, name, file] of shared) if (new RegExp(`: ${name}\\b`).test(text)) files.push(file)
    out.set(`office:${id}`, keysFrom(files.map((file) => resolve(dirname(areas), file))))
  }
  return out
}

/** The list: messages used in the same places are grouped, in order. Messages that no page uses are left out. */
export function wordUses() {
  const code = [...places()].map(([use, keys]) => ({
    use,
    keys,
    begun: [...keys].filter((key) => /[-.]$/.test(key) && key.indexOf('.') < key.length - 1),
    whole: [...keys].filter((key) => key.indexOf('.') === key.length - 1),
  }))
  const groups = new Map()
  for (const key of sentences()) {
    const base = key.replace(/_(zero|one|two|few|many|other)$/, '')
    const by = (is) => code.filter(is).map(({ use }) => use)
    let uses = by(({ keys, begun }) => keys.has(key) || keys.has(base) || begun.some((start) => key.startsWith(start)))
    // `fault.${code}` may be any error; other keys built from variables count only where nothing more specific
    // is known.
    if (uses.length === 0 || key.startsWith('fault.'))
      uses = by(({ use, whole }) => uses.includes(use) || whole.some((start) => key.startsWith(start)))
    if (uses.length === 0) continue
    // Messages common to every page, or every area, are not listed for each.
    const told = uses.filter(
      (use) =>
        !(use.startsWith('page:') && uses.includes('site')) && !(use.startsWith('office:') && uses.includes('office')),
    )
    const name = told.join(' ')
    groups.set(name, [...(groups.get(name) ?? []), key])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, keys]) => ({ uses: name.split(' '), keys }))
}

export const written = () => `${JSON.stringify(wordUses(), null, 1)}\n`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(listFile, written())
