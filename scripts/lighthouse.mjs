// Runs Lighthouse as a phone on the demonstration temples of two programs in turns: five rounds of each page, the medians
// of both, and their first-visit LCP with its ratio. `make lighthouse BASE=<commit>` builds the other program and runs it
// under Node 24; without BASE there is only this one.
//
//   node scripts/lighthouse.mjs [--runs 5] [--save folder] [--program bin/shanmen] [--base program] [path ...]
//
// Times depend on the load of the machine, so only programs of the same run are compared.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process, { env, exit, stdout } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { findBrowser } from './browser.mjs'
import { reservePort } from './port.mjs'

const repository = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(join(repository, 'tools/lighthouse/package.json'))
const { default: lighthouse } = await import(pathToFileURL(require.resolve('lighthouse')).href)
const { launch } = await import(pathToFileURL(require.resolve('chrome-launcher')).href)

const { values, positionals } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    save: { type: 'string' },
    program: { type: 'string', default: 'bin/shanmen' },
    base: { type: 'string' },
  },
  allowPositionals: true,
})
const runs = Number(values.runs)
const pages =
  positionals.length > 0 ? positionals : ['/', '/about-us', '/event', '/blessing-service/light-lamp', '/cart']

const floor = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
// How much lower the performance may be than the base's. The two programs are measured alternately, so load of the
// machine meets both; what is left is the spread of the runs themselves, of which the median of five still has about
// half: 2 points at least, because a score is rounded and the LCP's curve gives a point for 40 ms near the top.
const leastNoise = 2
const noise = (scores) => Math.max(leastNoise, (Math.max(...scores) - Math.min(...scores)) / 2)
const mostShift = 0.02
const seconds = (ms) => (ms / 1000).toFixed(1)
const columns = [
  ['FCP s', 'first-contentful-paint', seconds],
  ['LCP s', 'largest-contentful-paint', seconds],
  ['TBT ms', 'total-blocking-time', Math.round],
  ['CLS', 'cumulative-layout-shift', (shift) => shift.toFixed(3)],
  ['kB', 'total-byte-weight', (bytes) => Math.round(bytes / 1000)],
]

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** What must be stopped when this script ends or is interrupted: programs, and the browser. */
const running = new Set()
async function stopAll() {
  await Promise.all([...running].map((stop) => stop()))
}
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
])
  process.on(signal, () => void stopAll().finally(() => exit(128 + number)))

/** Starts the program with its own database, and waits until it responds. */
async function startTemple(program) {
  const dir = mkdtempSync(join(tmpdir(), 'shanmen-lighthouse-'))
  const port = await reservePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(resolve(repository, program), ['serve', '--demo'], {
    env: {
      PATH: env.PATH,
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: dir,
      FLOOD_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((done) => child.on('exit', done).on('error', done))
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  }
  running.add(stop)
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return { url }
    if (child.exitCode !== null || tries > 300) throw new Error('the program did not start: run make build')
    await new Promise((next) => setTimeout(next, 100))
  }
}

/** One visit with an empty cache, in a new browser. */
async function visit(url) {
  const browser = await launch({
    chromePath: findBrowser(),
    handleSIGINT: false, // it would end this script before the programs have stopped
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  })
  const close = () => browser.kill()
  running.add(close)
  try {
    const result = await lighthouse(url, { port: browser.port, output: 'json', onlyCategories: Object.keys(floor) })
    if (!result || result.lhr.runtimeError)
      throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
    return result.lhr
  } finally {
    running.delete(close)
    browser.kill()
  }
}

/** A visit with a complete result: sometimes the browser loses its trace, and Lighthouse asks for another run. */
async function recordedVisit(url) {
  for (let lost = 0; ; lost++) {
    try {
      return await visit(url)
    } catch (error) {
      if (lost === 2) throw error
    }
  }
}

/** The failed audits of a category. */
function faults(report, category) {
  return report.categories[category].auditRefs
    .map(({ id }) => report.audits[id])
    .filter(({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode === 'binary')
    .map(({ id, title }) => `${category}: ${title} (${id})`)
}

/** The medians of a page's reports. */
function measured(reports) {
  const scores = Object.keys(floor).map((category) =>
    reports.map((report) => Math.round((report.categories[category].score ?? 0) * 100)),
  )
  const values = columns.map(([, audit]) => median(reports.map((report) => report.audits[audit].numericValue)))
  return { scores, medians: scores.map(median), values }
}

const below = []
const line = (name, cells) =>
  stdout.write(name.padEnd(32) + cells.map((cell) => String(cell).padStart(9)).join('') + '\n')

/** Reports of a page by program, measured alternately; each round begins with another program. */
async function rounds(temples, path) {
  const reports = temples.map(() => [])
  // The first response after the start is rendered and compressed on demand, so it is not measured.
  for (const { url } of temples)
    for (let i = 0; i < 2; i++) await (await fetch(url + path, { headers: { 'accept-encoding': 'br' } })).text()
  for (let run = 0; run < runs; run++)
    for (let turn = 0; turn < temples.length; turn++) {
      const which = (run + turn) % temples.length
      reports[which].push(await recordedVisit(temples[which].url + path))
    }
  return reports
}

/** Checks a page of this program, on its own and against the base. */
function check(path, own, base, reports) {
  Object.keys(floor).forEach((category, i) => {
    const found = own.medians[i]
    // Against a base the score itself says nothing: the machine may be slow for both.
    const least =
      category === 'performance' && base
        ? base.medians[i] - noise([...own.scores[i], ...base.scores[i]])
        : floor[category]
    if (found >= least) return
    const why = new Set(category === 'performance' ? [] : reports.flatMap((report) => faults(report, category)))
    below.push(`${path}: ${category} is ${found}, below ${least}`, ...[...why].map((each) => `  ${each}`))
  })
  const shift = Math.max(...reports.map((report) => report.audits['cumulative-layout-shift'].numericValue))
  if (shift >= mostShift) below.push(`${path}: the page shifts by ${shift.toFixed(3)}, not below ${mostShift}`)
}

const lcp = columns.findIndex(([, audit]) => audit === 'largest-contentful-paint')
try {
  const temples = [await startTemple(values.program)]
  if (values.base) temples.push(await startTemple(values.base))
  // Warm-up: the browser's own files are read from disk once, which should not count for any page.
  for (const { url } of temples) await recordedVisit(`${url}/misc/faq`)
  line(`median of ${runs}`, ['perf', 'a11y', 'best', 'seo', ...columns.map(([title]) => title)])
  for (const path of pages) {
    const reports = await rounds(temples, path)
    if (values.save) {
      mkdirSync(values.save, { recursive: true })
      reports.forEach((of, which) =>
        of.forEach((report, run) =>
          writeFileSync(
            join(values.save, `${path.replaceAll('/', '_')}-${which ? 'base-' : ''}${run}.json`),
            JSON.stringify(report),
          ),
        ),
      )
    }
    const [own, base] = reports.map(measured)
    const show = ({ medians, values }) => [...medians, ...columns.map(([, , text], i) => text(values[i]))]
    line(path, show(own))
    if (base) {
      line('  base', show(base))
      const [now, before] = [own.values[lcp], base.values[lcp]]
      stdout.write(
        `  LCP of a first visit: ${seconds(now)} s, base ${seconds(before)} s, ratio ${(now / before).toFixed(2)}\n`,
      )
    }
    check(path, own, base, reports[0])
  }
} finally {
  await stopAll()
}
if (below.length > 0) {
  stdout.write(`\n${below.join('\n')}\n`)
  exit(1)
}
