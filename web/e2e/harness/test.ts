import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { watchCalls } from './calls.ts'
import { axeFinds, tooWide } from './checks.ts'
import { Devotee } from './devotee.ts'
import { Program, type Database, type Host } from './program.ts'
import { allowManyOrders } from './setup.ts'
import { wordsOf, type Locale, type Words } from './words.ts'

export { expect } from '@playwright/test'

type Watch = ((context: BrowserContext) => void) & {
  /** What the browsers complained of, which fails the test at its end. */
  complaints: string[]
  /** From now on nothing is a complaint: a page that is closed cuts what it still asks for. */
  end: () => void
}

type WorkerFixtures = { database: Database; host: Host; program: Program }

type TestFixtures = {
  /** The language of the visit. */
  visit: Locale
  /** The messages of that language. */
  t: Words
  /** The address of a page in that language. */
  href: (path: string) => string
  /** Who visits the page. */
  devotee: Devotee
  /** What a browser may complain of in this test; anything else fails it. */
  allowedErrors: RegExp
  /** Collects complaints of every page; pages of further contexts are added with it. */
  watch: Watch
  /** With E2E_STEPS=1, keeps a picture of the page in test-results/steps: nothing compares them, and each takes time. */
  keep: (page: Page, step: string) => Promise<void>
}

let visits = 0

/** A test with the real program of its worker, in which a browser's complaint is a failure. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  database: ['sqlite', { option: true, scope: 'worker' }],
  host: ['127.0.0.1', { option: true, scope: 'worker' }],
  program: [
    async ({ database, host }, use) => {
      const program = await Program.start(database, host)
      await allowManyOrders(program.url)
      await use(program)
      await program.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ program }, use) => use(program.url),
  // What one address may do in an hour is less than what all tests of a worker do.
  extraHTTPHeaders: async ({ visit }, use, { workerIndex }) => {
    visits++
    await use({ 'X-Forwarded-For': `10.${workerIndex % 256}.${visit === 'en' ? 1 : 2}.${visits % 256}` })
  },
  visit: ['en', { option: true }],
  t: async ({ visit }, use) => use(wordsOf(visit)),
  href: async ({ visit }, use) => use((path) => (visit === 'en' ? path : path === '/' ? '/zh' : `/zh${path}`)),
  devotee: async ({ page, program, visit, t, href }, use) => use(new Devotee(page, program, visit, t, href)),
  allowedErrors: [/(?!)/, { option: true }],
  watch: async ({ allowedErrors }, use) => {
    const complaints: string[] = []
    let ended = false
    const note = (what: string) => {
      // Only the test of pages without a connection lets the worker in.
      const blocked = what.includes('Service Worker registration blocked by Playwright')
      if (!ended && !blocked && !allowedErrors.test(what)) complaints.push(what)
    }
    const watch = (context: BrowserContext) => {
      watchCalls(context)
      context.on('weberror', (event) => note(`uncaught: ${String(event.error())}`))
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          note(`${message.type()}: ${message.text()} (${message.page()?.url()}, ${message.location().url})`)
      })
    }
    await use(
      Object.assign(watch, {
        complaints,
        end: () => {
          ended = true
        },
      }),
    )
    expect(complaints, 'what the browser complained about').toEqual([])
  },
  context: async ({ context, watch }, use) => {
    watch(context)
    await use(context)
    watch.end()
  },
  keep: async ({ visit, database }, use, info) => {
    let count = 0
    await use(async (page, step) => {
      if (process.env.E2E_STEPS !== '1') return
      count++
      const name = `${info.project.name}-${visit}-${database}-${String(count).padStart(2, '0')}-${step}.png`
      await page.evaluate(() => window.scrollTo(0, 0))
      await page.screenshot({
        path: `${info.project.outputDir}/steps/${info.titlePath[0]?.split('.')[0]}/${name}`,
        fullPage: true,
      })
    })
  },
})

/** Whether a window that asks for something began on the cross that closes it. */
const beganOnCross = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const field = 'input:enabled:not([type=hidden], [type=file], [hidden]), select:enabled, textarea:enabled'
    return at?.previousElementSibling?.nodeName === 'H2' && at.closest('dialog')?.querySelector(field) != null
  })

/**
 * Nothing, by axe, on the page at rest, once it has its heading (a page that is being fetched has none yet). Where both
 * languages are looked at, `visit` leaves to the Chinese what depends on the language.
 */
export async function expectAccessible(page: Page, where: string, visit: Locale = 'en'): Promise<void> {
  await expect(page.locator('h1').first(), `${where}: its heading`).toBeAttached()
  expect(await beganOnCross(page), `${where}: the window begins on its cross`).toBe(false)
  expect(await axeFinds(page, visit), `${where}: what axe finds`).toEqual([])
}

/** Nothing hangs over the right edge, so nobody has to scroll sideways. */
export async function expectNoSidewaysScroll(page: Page, where: string) {
  expect(await tooWide(page, 'en'), `${where}: wider than the screen`).toEqual([])
}
