import { misnamed } from './harness/misnamed.ts'
import { openPages, ownPages, visitPage } from './harness/pages.ts'
import { fillCart, logIn, order } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'
import type { Locale } from './harness/words.ts'

for (const visit of ['en', 'zh'] satisfies Locale[])
  test.describe(`on every public page in ${visit === 'en' ? 'English' : 'Chinese'}`, () => {
    test.use({ visit, mayComplain: /status of 404/ })

    test('a control’s name has the words that are seen on it', async ({ page, href }) => {
      test.slow()
      const look = async (paths: readonly string[]) => {
        for (const path of paths) {
          await visitPage(page, href(path))
          expect(await misnamed(page), path).toEqual([])
        }
      }
      await look(openPages)
      await logIn(page.request)
      await fillCart(page.request)
      await order(page.request, 'cash')
      await fillCart(page.request)
      await look(ownPages)
    })
  })
