// Runs Lighthouse on the demonstration temple as a phone: five runs per page. It prints a table of the medians and
// fails when one is below its minimum. `make lighthouse` runs it under Node 24.
//
//   node scripts/lighthouse.mjs [--runs 5] [--save folder] [--program bin/shanmen] [path ...]
//
// Times depend on the machine's load: use an idle one.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { env, exit, stdout } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { findBrowser } from './browser.mjs'

const repository = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(join(repository, 'tools/lighthouse/package.json'))
const { default: lighthouse } = await import(pathToFileURL(require.resolve('lighthouse')).href)
const { launch } = await import(pathToFileURL(require.resolve('chrome-launcher')).href)

const { values, positionals } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    save: { type: 'string' },
    program: { type: 'string', default: 'bin/shanmen' },
  },
  allowPositionals: true,
})
const runs = Number(values.runs)
const pages =
  positionals.length > 0 ? positionals : ['/', '/about-us', '/event', '/blessing-service/light-lamp', '/cart']

const floor = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
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

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((done, failed) => {
    const server = createServer()
    server.on('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(address.port))
    })
  })
}

/** Starts the program with its own database, and waits until it responds. */
async function startTemple() {
  const dir = mkdtempSync(join(tmpdir(), 'shanmen-lighthouse-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(resolve(repository, values.program), ['serve', '--demo'], {
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
  const stop = () =>
    new Promise((done) => {
      child.on('exit', () => {
        rmSync(dir, { recursive: true, force: true })
        done(undefined)
      })
      if (!child.kill('SIGTERM')) done(undefined)
    })
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return { url, stop }
    if (child.exitCode !== null || tries > 300) throw new Error('the program did not start: run make build')
    await new Promise((next) => setTimeout(next, 100))
  }
}

/** One visit with an empty cache, in a new browser. */
async function visit(url) {
  const browser = await launch({
    chromePath: findBrowser(),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  })
  try {
    const result = await lighthouse(url, { port: browser.port, output: 'json', onlyCategories: Object.keys(floor) })
    if (!result || result.lhr.runtimeError)
      throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
    return result.lhr
  } finally {
    browser.kill()
  }
}

/** A recorded visit, repeated if the browser lost its trace, as sometimes happens. */
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

const temple = await startTemple()
const below = []
const line = (name, cells) =>
  stdout.write(name.padEnd(32) + cells.map((cell) => String(cell).padStart(9)).join('') + '\n')
try {
  // Loads the browser's own files from disk once, so that this time is not counted for a page.
  await recordedVisit(`${temple.url}/misc/faq`)
  line(`median of ${runs}`, ['perf', 'a11y', 'best', 'seo', ...columns.map(([title]) => title)])
  for (const path of pages) {
    const address = temple.url + path
    // The first response after the start is rendered and compressed on demand, so it is not measured.
    for (let i = 0; i < 2; i++) await (await fetch(address, { headers: { 'accept-encoding': 'br' } })).text()
    const reports = []
    for (let run = 0; run < runs; run++) reports.push(await recordedVisit(address))
    if (values.save) {
      mkdirSync(values.save, { recursive: true })
      reports.forEach((report, run) =>
        writeFileSync(join(values.save, `${path.replaceAll('/', '_')}-${run}.json`), JSON.stringify(report)),
      )
    }
    const scores = Object.keys(floor).map((category) => {
      const found = median(reports.map((report) => Math.round((report.categories[category].score ?? 0) * 100)))
      if (found < floor[category]) {
        const why = new Set(category === 'performance' ? [] : reports.flatMap((report) => faults(report, category)))
        below.push(`${path}: ${category} is ${found}, below ${floor[category]}`, ...[...why].map((each) => `  ${each}`))
      }
      return found
    })
    const measured = columns.map(([, audit]) => median(reports.map((report) => report.audits[audit].numericValue)))
    const shift = Math.max(...reports.map((report) => report.audits['cumulative-layout-shift'].numericValue))
    if (shift >= mostShift) below.push(`${path}: the page shifts by ${shift.toFixed(3)}, not below ${mostShift}`)
    line(path, [...scores, ...columns.map(([, , show], i) => show(measured[i]))])
  }
} finally {
  await temple.stop()
}
if (below.length > 0) {
  stdout.write(`\n${below.join('\n')}\n`)
  exit(1)
}
