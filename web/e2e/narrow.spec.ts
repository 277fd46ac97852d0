import { Devotee } from './harness/devotee.ts'
import { openPages, ownPages, visitPage } from './harness/pages.ts'
import { fillCart, logIn, order } from './harness/setup.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import type { Locale } from './harness/words.ts'

for (const visit of ['en', 'zh'] satisfies Locale[])
  test.describe(`every page of the journey in ${visit === 'en' ? 'English' : 'Chinese'}`, { tag: '@phone' }, () => {
    test.use({ visit, mayComplain: /status of 404/ })

    test('fits 320 pixels, text at 140 %, and a zoom of 200 %', async ({ page, program, href, t }) => {
      test.slow()
      const devotee = new Devotee(page, program, visit, t, href)
      // A zoom of 200 % on a small notebook leaves 640 pixels.
      const sights = [
        { width: 320, height: 640, size: '1' },
        { width: 640, height: 400, size: '1' },
        { width: 320, height: 640, size: '3' },
      ]
      const look = async (paths: readonly string[]) => {
        for (const path of paths) {
          await visitPage(page, href(path))
          for (const { size, ...viewport } of sights) {
            await page.setViewportSize(viewport)
            await page.evaluate((chosen) => {
              document.documentElement.dataset.size = chosen
              localStorage.setItem('shanmen.size', chosen)
            }, size)
            await expectNoSidewaysScroll(page, `${path} at ${viewport.width} pixels, size ${size}`)
          }
        }
      }
      await look(openPages)
      await logIn(page.request)
      await fillCart(page.request)
      await order(page.request, 'cash')
      await fillCart(page.request)
      await look(ownPages)
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
