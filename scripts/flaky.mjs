// Prints "FLAKY: name" for each browser test that passed only on its second try. It fails when the change touches
// such a test's spec file, or when .ci/landings.tsv lists the test in two of the last five landings: it then has to
// be fixed first.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { exit, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { browserTests } from './browser-tests.mjs'

/** @param {string} path below the repository */
const path = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

// Each landing on main has a line, separated by tabs: date, commit, and the flaky tests that it printed.
const before = readFileSync(path('.ci/landings.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .slice(-5)
  .map((line) => line.split('\t').slice(2))
const changed = new Set(execFileSync(path('scripts/changed.sh'), { encoding: 'utf8' }).split('\n'))

let failed = false
for (const { name, spec } of browserTests().filter(({ flaky }) => flaky)) {
  const landings = before.filter((names) => names.includes(name)).length
  const reason = [
    ...(changed.has(spec) ? ['the change touches its spec'] : []),
    ...(landings >= 2 ? [`so it was in ${landings} of the last ${before.length} landings`] : []),
  ]
  failed ||= reason.length > 0
  stdout.write(`FLAKY: ${name}${reason.length > 0 ? ` (fails: ${reason.join('; ')})` : ''}\n`)
}
exit(failed ? 1 : 0)
