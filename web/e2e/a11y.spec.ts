import { Devotee } from './harness/devotee.ts'
import { openPages, ownPages, visitPage } from './harness/pages.ts'
import { fillCart, logIn, member, order } from './harness/setup.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import type { Locale } from './harness/words.ts'

for (const visit of ['en', 'zh'] satisfies Locale[])
  test.describe(`every page of the journey in ${visit === 'en' ? 'English' : 'Chinese'}`, { tag: '@phone' }, () => {
    test.use({ visit, mayComplain: /status of 404|TypeError|is not a function/ })

    test('is accessible to a guest', async ({ page, program, href, t }) => {
      test.slow()
      for (const path of openPages) {
        await visitPage(page, href(path))
        await expectAccessible(page, path)
      }
      const devotee = new Devotee(page, program, visit, t, href)
      await page.goto(href('/blessing-service/light-lamp'))
      await devotee.fillLamp()
      await expectAccessible(page, 'a form with two people')
      await page
        .getByRole('listitem', { name: t('form.person-title', { number: 1 }) })
        .getByRole('textbox')
        .first()
        .fill('')
      await page.getByRole('button', { name: t('offering.add') }).click()
      await expect(page.getByRole('heading', { name: t('common.error-summary-title') })).toBeVisible()
      await expectAccessible(page, 'a form with errors')
      await page.request.post('/api/auth/forget-password', { data: { identifier: member.identifier } })
      await visitPage(page, href('/member/reset-password'))
      await expect(page).toHaveURL(/reset-password/)
      await expectAccessible(page, '/member/reset-password')
      await page.route(`**${href('/event')}/_payload.json*`, async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ json: { ...((await answer.json()) as object), data: { months: 'broken' } } })
      })
      await visitPage(page, href('/'))
      await page.locator(`footer a[href="${href('/event')}"]`).click()
      await expect(page.getByRole('heading', { level: 1, name: t('error.title') })).toBeVisible()
      await expectAccessible(page, 'the error page')
    })

    test('is accessible to a member', async ({ page, program, href, t }) => {
      test.slow()
      const devotee = new Devotee(page, program, visit, t, href)
      await logIn(page.request)
      await fillCart(page.request)
      await order(page.request, 'cash')
      await fillCart(page.request)
      for (const path of ownPages) {
        await visitPage(page, href(path))
        await expectAccessible(page, path)
      }
      await visitPage(page, href('/cart/checkout'))
      await devotee.choosePayNow()
      const reference = await devotee.showQR()
      await expectAccessible(page, 'the QR code')
      await devotee.choosePicture(await devotee.picture(reference))
      await devotee.pictureArrived()
      await expectAccessible(page, 'the picture')
      await devotee.expectAmount()
      await devotee.payButton().click()
      await devotee.expectStatus('under-verification')
      await expectAccessible(page, 'the status of a transfer')
    })
  })
