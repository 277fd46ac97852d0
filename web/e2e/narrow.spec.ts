import type { Page } from '@playwright/test'
import { Devotee } from './harness/devotee.ts'
import { openPages, ownPages, visitPage } from './harness/pages.ts'
import { fillCart, logIn, order } from './harness/setup.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import type { Locale } from './harness/words.ts'

/** Nothing hangs over the right edge, so nobody has to scroll sideways. */
async function expectNoSidewaysScroll(page: Page, where: string) {
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

for (const visit of ['en', 'zh'] satisfies Locale[])
  test.describe(`every page of the journey in ${visit === 'en' ? 'English' : 'Chinese'}`, () => {
    test.use({ visit, mayComplain: /status of 404/ })

    test('fits 320 pixels, and text at 140 %', async ({ page, program, href, t }) => {
      test.slow()
      const devotee = new Devotee(page, program, visit, t, href)
      await logIn(page.request)
      await fillCart(page.request)
      await order(page.request, 'cash')
      await fillCart(page.request)
      await page.setViewportSize({ width: 320, height: 640 })
      for (const size of ['1', '3']) {
        await page.goto(href('/'))
        await page.evaluate((chosen) => localStorage.setItem('shanmen.size', chosen), size)
        for (const path of [...openPages.filter((each) => !each.startsWith('/member')), ...ownPages]) {
          await visitPage(page, href(path))
          await expectNoSidewaysScroll(page, `${path} at size ${size}`)
        }
      }
      expect(
        await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)),
      ).toBeGreaterThanOrEqual(22)
      await expectAccessible(page, 'the status at 140 %')
      await visitPage(page, href('/cart/checkout'))
      await devotee.choosePayNow()
      await devotee.showQR()
      await expectNoSidewaysScroll(page, 'the QR code at 140 %')
    })
  })
