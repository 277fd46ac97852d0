import { answered } from './harness/calls.ts'
import { newMember } from './harness/member.ts'
import { visitPage } from './harness/pages.ts'
import { fillCart } from './harness/setup.ts'
import { see } from './harness/sight.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { languages } from './harness/turns.ts'

// Freshly loaded pages are checked in public-pages.spec.ts; these tests check pages after a visitor has used them.
for (const siteLanguage of languages(import.meta.url))
  test.describe(`accessibility of a page after use, in ${siteLanguage === 'en' ? 'English' : 'Chinese'}`, {
    tag: '@phone',
  }, () => {
    test.use({ siteLanguage, allowedErrors: /TypeError|is not a function/ })

    test('guest pages have no axe violations', async ({ page, href, t, devotee }) => {
      await page.goto(href('/blessing-service/light-lamp'))
      await devotee.fillLamp()
      await expectAccessible(page, 'a form with two people', siteLanguage)
      await page
        .getByRole('listitem', { name: t('form.person-title', { number: 1 }) })
        .getByRole('textbox')
        .first()
        .fill('')
      await page.getByRole('button', { name: t('offering.add') }).click()
      await expect(page.getByRole('heading', { name: t('common.error-summary-title') })).toBeVisible()
      await expectAccessible(page, 'a form with errors', siteLanguage)
      await page.route(`**${href('/event')}/_payload.json*`, async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ json: { ...((await answer.json()) as object), data: { months: 'broken' } } })
      })
      await page.getByRole('button', { name: t('common.menu'), exact: true }).click()
      await page
        .getByRole('dialog', { name: t('common.menu-title') })
        .getByRole('link', { name: t('common.event') })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: t('error.title') })).toBeVisible()
      await expectAccessible(page, 'the error page', siteLanguage)
    })

    test('member pages have no axe violations and fit the smallest screen with the largest text', async ({
      page,
      program,
      href,
      devotee,
    }) => {
      await newMember(page.request, program)
      await fillCart(page.request)
      await visitPage(page, href('/cart/checkout'))
      await devotee.choosePayNow()
      const reference = await devotee.showQR()
      await expectAccessible(page, 'the QR code', siteLanguage)
      await see(page, { width: 320, height: 640, size: '3' })
      await expectNoSidewaysScroll(page, 'the QR code at 140 %')
      await devotee.choosePicture(await devotee.picture(reference))
      await devotee.pictureArrived()
      await expectAccessible(page, 'the picture at 140 %', siteLanguage)
      await devotee.expectAmount()
      await devotee.payButton().click()
      await devotee.expectStatus('under-verification')
      await answered(page)
      const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
      expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(22)
      await expectAccessible(page, 'the status of a transfer at 140 %', siteLanguage)
    })
  })
