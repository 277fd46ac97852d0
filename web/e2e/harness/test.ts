import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { watchCalls } from './calls.ts'
import { axeFinds, tooWide } from './checks.ts'
import { halfDue } from './turns.ts'
import { Devotee } from './devotee.ts'
import { Program, type Database, type Host } from './program.ts'
import { allowManyOrders } from './setup.ts'
import { wordsOf, type Locale, type Words } from './words.ts'

export { expect } from '@playwright/test'

type Watch = ((context: BrowserContext) => void) & {
  /** Console errors and warnings of the browsers, which fail the test at its end. */
  complaints: string[]
  /** Ignores errors from now on: closing a page cancels its pending requests. */
  end: () => void
}

type WorkerFixtures = { database: Database; host: Host; program: Program }

type TestFixtures = {
  /** The language in which the test visits the site. */
  siteLanguage: Locale
  /** The messages of that language. */
  t: Words
  /** The path of a page in that language. */
  href: (path: string) => string
  /** The visitor. */
  devotee: Devotee
  /** Console errors that this test expects; any other fails it. */
  allowedErrors: RegExp
  /** Fails the test on console errors; call it for additional browser contexts. */
  watch: Watch
  /** With E2E_STEPS=1, saves a screenshot in test-results/steps, for people to look at; no test compares it. */
  saveScreenshot: (page: Page, step: string) => Promise<void>
}

let visits = 0

/** A test with its worker's instance of the real program, which fails on browser console errors. */
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
  // All tests of a worker together exceed the hourly limit of one client address.
  extraHTTPHeaders: async ({ siteLanguage }, use, { workerIndex }) => {
    visits++
    await use({ 'X-Forwarded-For': `10.${workerIndex % 256}.${siteLanguage === 'en' ? 1 : 2}.${visits % 256}` })
  },
  siteLanguage: ['en', { option: true }],
  t: async ({ siteLanguage }, use) => use(wordsOf(siteLanguage)),
  href: async ({ siteLanguage }, use) =>
    use((path) => (siteLanguage === 'en' ? path : path === '/' ? '/zh' : `/zh${path}`)),
  devotee: async ({ page, program, siteLanguage, t, href }, use) =>
    use(new Devotee(page, program, siteLanguage, t, href)),
  allowedErrors: [/(?!)/, { option: true }],
  watch: async ({ allowedErrors }, use) => {
    const complaints: string[] = []
    let ended = false
    const note = (what: string) => {
      // Service workers are allowed only in the offline test.
      const blocked = what.includes('Service Worker registration blocked by Playwright')
      // On a busy machine a page may use its preloaded data later than Chrome expects. That it uses it is tested in
      // guards.spec.ts.
      const late = /_payload\.json\S* was preloaded using link preload but not used within a few seconds/.test(what)
      if (!ended && !blocked && !late && !allowedErrors.test(what)) complaints.push(what)
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
  saveScreenshot: async ({ siteLanguage, database }, use, info) => {
    let count = 0
    await use(async (page, step) => {
      if (process.env.E2E_STEPS !== '1') return
      count++
      const name = `${info.project.name}-${siteLanguage}-${database}-${String(count).padStart(2, '0')}-${step}.png`
      await page.evaluate(() => window.scrollTo(0, 0))
      await page.screenshot({
        path: `${info.project.outputDir}/steps/${info.titlePath[0]?.split('.')[0]}/${name}`,
        fullPage: true,
      })
    })
  },
})

/** Whether a dialog with fields has put the initial focus on its close button. */
const beganOnCross = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const field = 'input:enabled:not([type=hidden], [type=file], [hidden]), select:enabled, textarea:enabled'
    return at?.previousElementSibling?.nodeName === 'H2' && at.closest('dialog')?.querySelector(field) != null
  })

/**
 * Expects no axe findings once the page has settled and has its heading (a loading page has none yet). Where both
 * languages are checked, `siteLanguage` limits Chinese to rules that depend on the language. In CI a spec runs axe in one
 * of two landings.
 */
export async function expectAccessible(page: Page, where: string, siteLanguage: Locale = 'en'): Promise<void> {
  await expect(page.locator('h1').first(), `${where}: its heading`).toBeAttached()
  expect(await beganOnCross(page), `${where}: the window begins on its cross`).toBe(false)
  if (halfDue(test.info().file) === 1) return
  expect(await axeFinds(page, siteLanguage), `${where}: what axe finds`).toEqual([])
}

/** Expects that no element causes horizontal scrolling. */
export async function expectNoSidewaysScroll(page: Page, where: string) {
  expect(await tooWide(page, 'en'), `${where}: wider than the screen`).toEqual([])
}
