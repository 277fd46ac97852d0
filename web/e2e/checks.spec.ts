import type { Page } from '@playwright/test'
import { forgetCalls } from './harness/calls.ts'
import { checks, computerChecks, layoutChecks } from './harness/checks.ts'
import { visitPage } from './harness/pages.ts'
import { see } from './harness/sight.ts'
import { expect, test } from './harness/test.ts'
import type { Locale } from './harness/words.ts'

type Fault = { plant: (page: Page) => Promise<unknown>; found: RegExp; siteLanguage?: Locale }

/** Appends an element to a part of the page, until the next fault. */
const putInto = (part: string, html: string) => (page: Page) =>
  page
    .locator(part)
    .first()
    .evaluate((parent, markup) => {
      parent.insertAdjacentHTML('beforeend', markup)
      parent.lastElementChild?.setAttribute('data-planted', '')
    }, html)

const put = (html: string) => putInto('main', html)
const inHeader = (html: string) => putInto('header .wrap', html)

/** Makes the page send a request. */
const ask =
  (address: string, body = '') =>
  async (page: Page) => {
    await page.route(address, (route) => route.fulfill({ status: address.includes('gone') ? 404 : 200, body }))
    await page.evaluate((url) => fetch(url, { mode: 'no-cors' }).then((answer) => answer.text()), address)
  }

const noLanguage = (page: Page) => page.evaluate(() => document.documentElement.removeAttribute('lang'))

const all = { ...checks, ...layoutChecks, ...computerChecks }

/** Faults that each check must find: a check that finds none would pass on every page. */
const faults: Record<keyof typeof all, Fault[]> = {
  axeFinds: [
    { plant: noLanguage, found: /^html-has-lang/ },
    { plant: noLanguage, found: /^html-has-lang/, siteLanguage: 'zh' },
    { plant: put('<p style="color: #bbb; background: #fff">Pale words</p>'), found: /^color-contrast/ },
    { plant: put('<p style="color: #bbb; background: #fff">淡字</p>'), found: /^color-contrast/, siteLanguage: 'zh' },
    { plant: put('<button aria-label="Delete">Remove</button>'), found: /^label-content-name-mismatch/ },
    { plant: put('<button></button>'), found: /^button-name/, siteLanguage: 'zh' },
    { plant: put('<main>Another</main>'), found: /^landmark-no-duplicate-main/ },
  ],
  failedCalls: [{ plant: ask('/api/gone'), found: /^404 .*\/api\/gone$/ }],
  hanInEnglish: [{ plant: put('<p>灯</p>'), found: /^灯$/ }],
  heavyFonts: [
    { plant: ask('/heavy.woff2', 'x'.repeat(31_000)), found: /bytes of fonts, of at most 30000$/ },
    {
      plant: ask('/heavier.woff2', 'x'.repeat(86_000)),
      found: /bytes of fonts, of at most 85000$/,
      siteLanguage: 'zh',
    },
  ],
  misnamed: [{ plant: put('<button aria-label="Delete">Remove</button>'), found: /“remove” is called “delete”/ }],
  strangers: [{ plant: ask('https://elsewhere.example/pixel.gif'), found: /^https:\/\/elsewhere\.example/ }],
  tooWide: [{ plant: put('<p style="width: 400px">Wide</p>'), found: /^too wide: p/ }],
  wrappedBars: [
    {
      plant: inHeader('<button style="width: 30px; white-space: normal">Two words</button>'),
      found: /^wraps: Two words$/,
    },
    { plant: inHeader('<button style="position: fixed; left: 310px">Out</button>'), found: /^outside: Out$/ },
    {
      plant: put('<nav class="fixed"><a href="/" style="display: block; width: 30px">Two words</a></nav>'),
      found: /^wraps: Two words$/,
    },
    { plant: put('<div class="fixed"><p style="width: 30px">Two words</p></div>'), found: /^wraps: Two words$/ },
  ],
  crookedHeader: [
    { plant: inHeader('<p style="position: relative; top: 30px">Low</p>'), found: /^the header's middles/ },
  ],
  trailAside: [
    {
      plant: put('<h1 style="position: absolute; left: 3px">Aside</h1>'),
      found: /^the way begins at/,
    },
  ],
  shortRows: [
    {
      plant: put('<section><ul style="width: 300px"><li style="width: 200px">Card</li></ul></section>'),
      found: /^100 pixels are empty$/,
    },
  ],
  cutPlaceholders: [
    {
      plant: put('<input style="width: 90px" aria-label="Find" placeholder="Name, number or word">'),
      found: /^cut: Name/,
    },
  ],
  openLines: [
    {
      plant: put('<h2 style="line-height: 1.2">Two <span style="line-height: 1.75">words</span></h2>'),
      found: /^open: words$/,
    },
  ],
  cutShadows: [{ plant: put('<fieldset style="content-visibility: auto">Late</fieldset>'), found: /^cut: Late$/ }],
  brokenWords: [
    {
      plant: put('<h2 style="width: 3em; overflow-wrap: anywhere">Commemoration</h2>'),
      found: /^broken: Commemoration$/,
    },
  ],
}

test.describe('the checks of public pages', () => {
  // The page's own content security policy would block some of the faults.
  test.use({ bypassCSP: true, allowedErrors: /status of 404/ })

  test('every accessibility and layout check finds the faults planted for it, and none without them', async ({
    page,
  }) => {
    test.slow()
    const look = (name: string) =>
      see(page, name in layoutChecks ? { width: 320, height: 640, size: '1' } : { width: 1280, height: 900, size: '1' })
    await visitPage(page, '/member/forgot-password')
    const lang = await page.locator('html').getAttribute('lang')
    for (const [name, check] of Object.entries(all)) {
      await look(name)
      for (const { plant, found, siteLanguage = 'en' } of faults[name as keyof typeof faults]) {
        await plant(page)
        expect.soft(await check(page, siteLanguage), name).toContainEqual(expect.stringMatching(found))
        await page.evaluate((before) => {
          document.querySelector('[data-planted]')?.remove()
          document.documentElement.lang = before ?? ''
        }, lang)
        forgetCalls(page)
      }
    }
    await visitPage(page, '/member/forgot-password')
    for (const [name, check] of Object.entries(all)) {
      await look(name)
      expect.soft(await check(page, 'zh'), `${name}, without the faults`).toEqual([])
    }
  })
})

test('a browser console error fails the test that caused it', async ({ page, watch }) => {
  await page.goto('/misc/faq')
  await page.evaluate(() => {
    console.error('planted error')
    console.warn('planted warning')
    setTimeout(() => {
      throw new Error('planted throw')
    })
  })
  await expect.poll(() => watch.complaints).toHaveLength(3)
  expect(watch.complaints.splice(0).join('\n')).toMatch(
    /error: planted error.*warning: planted warning.*uncaught.*planted throw/s,
  )
})
