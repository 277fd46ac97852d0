import type { Page } from '@playwright/test'
import { visitPage } from './harness/pages.ts'
import { expect, test } from './harness/test.ts'

const sheet = /\/assets\/public-[\w-]+\.css$/
const styled = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const paper = 'rgb(251, 246, 236)'
const inline = (page: Page) => page.locator('style[data-file]').count()
const linked = (page: Page) => page.locator('link#styles').count()
const known = async (page: Page) => (await page.context().cookies()).some(({ name }) => name === 'styles')

test.describe('the style sheet', { tag: '@phone' }, () => {
  // A request that a test cuts off is reported by the browser.
  test.use({ allowedErrors: /ERR_FAILED/ })

  test('is in a browser’s first page, and later pages link the file that is in its cache', async ({ page }) => {
    await visitPage(page, '/')
    expect([await inline(page), await linked(page), await styled(page)]).toEqual([1, 0, paper])
    await expect.poll(() => known(page)).toBe(true)
    for (const path of ['/event', '/cart', '/blessing-service']) {
      await visitPage(page, path)
      expect([path, await inline(page), await linked(page), await styled(page)]).toEqual([path, 0, 1, paper])
      const bytes = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((entry): entry is PerformanceResourceTiming => /\/public-[\w-]+\.css$/.test(entry.name))
          .map(({ transferSize }) => transferSize),
      )
      expect(bytes, `${path} has the file from the cache`).toEqual([0])
    }
    // The first page is in the browser's cache as it came, and is still current.
    await visitPage(page, '/')
    expect([await inline(page), await linked(page), await styled(page)]).toEqual([1, 0, paper])
  })

  test('is in the page again when the file cannot be loaded', async ({ page }) => {
    await visitPage(page, '/')
    await expect.poll(() => known(page)).toBe(true)
    await page.context().addCookies([{ name: 'other-styles', value: 'dark', url: page.url() }]) // of another program
    let refused = 0
    await page.route(sheet, (route) => {
      refused++
      return route.abort()
    })
    await page.goto('/event')
    await expect(page.locator('style[data-file]')).toHaveCount(1)
    expect(await styled(page)).toBe(paper)
    expect(refused).toBeGreaterThan(0)
    expect(await known(page)).toBe(false)
  })

  test('is in every page of a browser that keeps no cookies', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }))
    for (const path of ['/', '/event']) {
      await visitPage(page, path)
      expect([await inline(page), await linked(page), await styled(page)]).toEqual([1, 0, paper])
    }
  })
})
