// lines.mjs counts what commits removed and added: hand-written lines of code, without comments and blank lines, of the
// product and of its tests. Lines that only moved to another place of the same change count on neither side.
//   node scripts/lines.mjs COMMIT…        (a range such as main~3..main is its commits)
import { execFileSync } from 'node:child_process'

const git = (...args) =>
  execFileSync('git', ['-c', 'core.quotepath=off', ...args], { encoding: 'utf8', maxBuffer: 1 << 30 })

const code = /\.(go|tsx?|m?js|sql|css)$/
const testFile =
  /_test\.go$|\.test\.tsx?$|\.spec\.ts$|\.test\.m?js$|^web\/e2e\/|^internal\/(testkit|ledger)\/|\/testdata\/|\/testing\//

/** The paths that .gitattributes calls generated. */
function generated(paths) {
  if (paths.length === 0) return new Set()
  const out = execFileSync('git', ['check-attr', '--stdin', 'linguist-generated'], {
    encoding: 'utf8',
    input: paths.join('\n'),
  })
  return new Set(
    out
      .split('\n')
      .filter((line) => line.endsWith(': set'))
      .map((line) => line.slice(0, line.indexOf(': '))),
  )
}

const comment = /^(\/\/|\/\*|\*|--|\{\/\*)/

/** A line as it is counted: without indent, undefined for a comment or a blank line. */
const counted = (line) => {
  const text = line.trim()
  return text === '' || comment.test(text) ? undefined : text
}

/** The lines that are fewer and those that are more than before. @param {Map<string, number>} lines */
const sum = (lines) => {
  const differences = [...lines.values()]
  const most = (/** @type {1 | -1} */ sign) => differences.reduce((all, n) => all + Math.max(0, sign * n), 0)
  return [most(-1), most(1)]
}

/** What one patch (`git show --unified=0`) removed and added: { product: [removed, added], test: [removed, added] }. */
export function count(patch, skip = new Set()) {
  const kinds = { product: new Map(), test: new Map() }
  let path
  for (const line of patch.split('\n')) {
    const file = /^(?:---|\+\+\+) (?:[ab]\/(.*)|\/dev\/null)$/.exec(line)
    if (file) {
      path = file[1] ?? path
      continue
    }
    if (!path || !code.test(path) || skip.has(path) || !/^[-+]/.test(line)) continue
    const text = counted(line.slice(1))
    if (!text) continue
    const lines = kinds[testFile.test(path) ? 'test' : 'product']
    lines.set(text, (lines.get(text) ?? 0) + (line[0] === '+' ? 1 : -1))
  }
  return { product: sum(kinds.product), test: sum(kinds.test) }
}

/** @param {string} name @param {ReturnType<typeof count>} counts */
const row = (name, { product, test }) =>
  console.log(`${name.padEnd(60)} product -${product[0]} +${product[1]}   tests -${test[0]} +${test[1]}`)

if (import.meta.filename === process.argv[1]) {
  const commits = process.argv
    .slice(2)
    .flatMap((name) => (name.includes('..') ? git('rev-list', '--no-merges', name).trim().split('\n') : [name]))
  if (commits.length === 0) {
    console.error('which commits? node scripts/lines.mjs COMMIT…')
    process.exit(2)
  }
  const total = { product: [0, 0], test: [0, 0] }
  for (const commit of commits) {
    const patch = git('show', '--unified=0', '--find-renames', '--format=', commit)
    const paths = git('show', '--name-only', '--format=', commit).trim().split('\n').filter(Boolean)
    const one = count(patch, generated(paths))
    for (const kind of ['product', 'test']) for (const side of [0, 1]) total[kind][side] += one[kind][side]
    row(git('log', '-1', '--format=%h %s', commit).trim().slice(0, 60), one)
  }
  if (commits.length > 1) row('in all', total)
}
