import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { Program, type Database, type Host } from './program.ts'
import { allowManyOrders } from './setup.ts'
import { wordsOf, type Locale, type Words } from './words.ts'

export { expect } from '@playwright/test'

type Watch = ((context: BrowserContext) => void) & {
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
  /** What a browser may complain of in this test; anything else fails it. */
  mayComplain: RegExp
  /** Collects complaints of every page; pages of further contexts are added with it. */
  watch: Watch
  /** Keeps a picture of the page in test-results/steps. */
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
  mayComplain: [/(?!)/, { option: true }],
  watch: async ({ mayComplain }, use) => {
    const complaints: string[] = []
    let ended = false
    const note = (what: string) => {
      // Only the test of pages without a connection lets the worker in.
      const blocked = what.includes('Service Worker registration blocked by Playwright')
      if (!ended && !blocked && !mayComplain.test(what)) complaints.push(what)
    }
    const watch = (context: BrowserContext) => {
      context.on('weberror', (event) => note(`uncaught: ${String(event.error())}`))
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          note(`${message.type()}: ${message.text()} (${message.page()?.url()}, ${message.location().url})`)
      })
    }
    await use(
      Object.assign(watch, {
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

/** Waits until nothing waits for its answer and what fades in is there. */
async function settle(page: Page): Promise<void> {
  // The page of all parts shows one that waits for ever.
  await expect(page.locator('[aria-busy="true"]'))
    .toHaveCount(0, { timeout: 3_000 })
    .catch(() => undefined)
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

async function axeFinds(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode() // no frame is looked into, and another page for each look takes time
    .exclude('iframe') // a page of the site, which is looked at by itself
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Who speaks to the page says the words that stand there. The rule has no tag of these, as it is still called new.
    .options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
    .analyze()
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `  ${node.target.join(' ')}\n    ${node.failureSummary}`).join('\n')}`,
  )
}

/**
 * Nothing, by axe, on the page at rest, once it has its heading (a page that is being fetched has none yet). A dialog
 * that a slow answer opens during the look is half faded, and a colour has too little contrast then: what is found is
 * looked for once more.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await expect(page.locator('h1').first(), `${where}: its heading`).toBeAttached()
  await settle(page)
  let found = await axeFinds(page)
  if (found.length > 0) {
    await settle(page)
    found = await axeFinds(page)
  }
  expect(found, `${where}: what axe finds`).toEqual([])
}

/** Nothing hangs over the right edge, so nobody has to scroll sideways. */
export async function expectNoSidewaysScroll(page: Page, where: string) {
  const over = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.slice(0, 60) ?? ''}`)
      .slice(0, 5)
  })
  expect(over, `${where}: wider than the screen`).toEqual([])
}
