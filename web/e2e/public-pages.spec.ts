import type { Page } from '@playwright/test'
import { gzipSync } from 'node:zlib'
import { checks, computerChecks, layoutChecks } from './harness/checks.ts'
import { newMember } from './harness/member.ts'
import { openPages, ownPages, publicPages, visitPage } from './harness/pages.ts'
import { misnamed } from './harness/misnamed.ts'
import { fillCart, order } from './harness/setup.ts'
import { see, type Sight } from './harness/sight.ts'
import { expect, test } from './harness/test.ts'
import { languages } from './harness/turns.ts'
import type { Locale } from './harness/words.ts'

const phone: Sight = { width: 390, height: 844, size: '1' }
const computer: Sight = { width: 1280, height: 900, size: '1' }

/** Sizes that every page must fit. A zoom of 200 % on a small notebook leaves 640 pixels. */
const narrow: Sight[] = [
  { width: 320, height: 640, size: '1' },
  { width: 640, height: 400, size: '1' },
  { width: 320, height: 640, size: '3' },
]

/** Pages with different bars, which are checked at every width. */
const everyWidth = ['/', '/blessing-service', '/blessing-service/light-lamp', '/blessing-service/permanent-tablet']
const wide: Sight[] = [320, 360, 390, 640, 768, 1024, 1152, 1280, 1440].flatMap((width) => [
  { width, height: 800, size: '1' },
  { width, height: 800, size: '3' },
])

/** Additional checks on a computer, by page. */
const onComputer: Partial<Record<string, (keyof typeof computerChecks)[]>> = {
  '/blessing-service': ['shortRows'],
  '/blessing-service/permanent-tablet': ['trailAside'],
  '/cart': ['trailAside'],
  '/find-my-lamp': ['trailAside'],
  '/member/login': ['trailAside'],
  '/misc/faq': ['trailAside'],
}

/** Loads a page once, and runs every check that applies to all pages. */
async function sweep(
  page: Page,
  siteLanguage: Locale,
  path: string,
  address: string,
  without: (keyof typeof checks)[] = [],
) {
  await see(page, phone)
  await visitPage(page, address)
  for (const [name, check] of Object.entries(checks))
    if (!without.some((one) => one === name))
      expect.soft(await check(page, siteLanguage), `${path}: ${name}`).toEqual([])
  await see(page, computer)
  expect.soft(await misnamed(page), `${path}: misnamed on a computer`).toEqual([])
  for (const name of onComputer[path] ?? [])
    expect.soft(await computerChecks[name](page, siteLanguage), `${path}: ${name}`).toEqual([])
  for (const sight of everyWidth.includes(path) ? wide : narrow) {
    await see(page, sight)
    for (const [name, check] of Object.entries(layoutChecks))
      expect.soft(await check(page, siteLanguage), `${path}: ${name} at ${JSON.stringify(sight)}`).toEqual([])
  }
}

for (const siteLanguage of languages(import.meta.url))
  test.describe(`every public page in ${siteLanguage === 'en' ? 'English' : 'Chinese'}`, { tag: '@phone' }, () => {
    test.use({ siteLanguage, allowedErrors: /status of 404.*\/nowhere/ })

    test('every public page passes all checks for a guest', async ({ page, href }) => {
      test.slow()
      await sweep(page, siteLanguage, '/cart', href('/cart'))
      await fillCart(page.request)
      const paths = new Set([...publicPages, ...openPages, ...everyWidth, ...Object.keys(onComputer)])
      for (const path of paths)
        if (path !== '/cart')
          await sweep(page, siteLanguage, path, href(path), publicPages.includes(path) ? [] : ['heavyFonts'])
    })

    test('every public page passes all checks for a member', async ({ page, program, href }) => {
      test.slow()
      await newMember(page.request, program)
      await fillCart(page.request)
      await order(page.request, 'cash')
      await fillCart(page.request)
      // A member's own names may contain any character, and are one text.
      for (const path of ownPages) await sweep(page, siteLanguage, path, href(path), ['heavyFonts', 'hanInEnglish'])
    })
  })

test('the home page loads at most 105 kB of JavaScript before the visitor acts', async ({ page }) => {
  await visitPage(page, '/')
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  )
  expect(scripts.length).toBeGreaterThan(0)
  let bytes = 0
  for (const path of new Set(scripts))
    bytes += gzipSync(await (await page.request.get(path)).body(), { level: 9 }).length
  expect(bytes).toBeLessThanOrEqual(105_000)
})
