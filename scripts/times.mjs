// Prints where the time of the last run went, from the files in reports/: the seconds of each phase, the slowest
// browser tests, Go tests and packages, and every test that needed a second try.
import { existsSync, readFileSync } from 'node:fs'
import { stdout } from 'node:process'
import { browserTests } from './browser-tests.mjs'

const reports = new URL('../reports/', import.meta.url)

/** @param {string} name */
const lines = (name) => {
  const file = new URL(name, reports)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}

/** @typedef {{ seconds: number, name: string }} Timed */

/** @param {string} title @param {Timed[]} rows @param {number} most */
function print(title, rows, most = rows.length) {
  if (rows.length === 0) return
  stdout.write(`--- ${title}\n`)
  for (const { seconds, name } of rows.slice(0, most)) stdout.write(`${seconds.toFixed(1).padStart(8)} s  ${name}\n`)
}

/** @param {Timed[]} rows */
const slowest = (rows) => rows.toSorted((a, b) => b.seconds - a.seconds)

/** @type {Timed[]} */
const tests = []
/** @type {Timed[]} */
const packages = []
const parents = new Set()
for (const line of lines('go.json')) {
  if (!/"Action":"(pass|fail)"/.test(line)) continue
  const { Package, Test, Elapsed: seconds = 0 } = JSON.parse(line)
  if (!Test) packages.push({ seconds, name: Package })
  else {
    tests.push({ seconds, name: `${Package} ${Test}` })
    if (Test.includes('/')) parents.add(`${Package} ${Test.slice(0, Test.lastIndexOf('/'))}`)
  }
}

const phases = lines('phases.tsv').map((line) => {
  const [seconds = '', name = ''] = line.split('\t')
  return { seconds: Number(seconds), name }
})
const browser = browserTests()
print('phases', phases)
print('the 30 slowest browser tests', slowest(browser), 30)
print('the 30 slowest Go tests', slowest(tests.filter(({ name }) => !parents.has(name))), 30)
print('the 10 slowest Go packages', slowest(packages), 10)
print(
  'tests that needed a second try',
  browser.filter(({ flaky }) => flaky),
)
