import { answered } from './harness/calls.ts'
import { Devotee } from './harness/devotee.ts'
import { newMember } from './harness/member.ts'
import { fillCart } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'

test.describe('checkout resumes where it was after the phone has unloaded the page', { tag: '@phone' }, () => {
  test('checkout resumes after the QR code, after the receipt image, and after the amount', async ({
    page,
    context,
    program,
    siteLanguage,
    t,
    href,
  }) => {
    await newMember(page.request, program)
    await fillCart(page.request)
    /** A new tab of the same phone: only cookies and storage are left of the first. */
    const again = async (old: Devotee) => {
      await answered(old.page) // closing would cancel pending requests, which counts as an error
      await old.page.close()
      const next = new Devotee(await context.newPage(), program, siteLanguage, t, href)
      await next.page.goto('/cart/checkout')
      return next
    }
    const step = (devotee: Devotee, key: 'transfer' | 'send') =>
      expect(devotee.page.locator('[aria-current=step]')).toContainText(t(`checkout.step-${key}`))

    let devotee = new Devotee(page, program, siteLanguage, t, href)
    await page.goto('/cart/checkout')
    await expect(page.getByText(t('checkout.choose-method'))).toBeVisible()
    const kept = page.waitForResponse('**/api/cart/method**')
    await devotee.choosePayNow()
    expect((await kept).status()).toBe(200)
    const reference = await devotee.showQR()
    await step(devotee, 'transfer')

    devotee = await again(devotee)
    await expect(devotee.page.getByRole('radio', { name: new RegExp(`^${t('checkout.pay-now')}`) })).toBeChecked()
    await step(devotee, 'transfer')
    await expect(devotee.qrCode()).toBeVisible()
    expect(await devotee.reference()).toBe(reference)
    await devotee.choosePicture(await devotee.picture(reference))
    await devotee.pictureArrived()

    devotee = await again(devotee)
    await step(devotee, 'send')
    await devotee.pictureArrived()
    const picture = devotee.page.getByRole('img', { name: t('checkout.picture-alt', { count: 1 }) })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(500)
    const said = devotee.page.waitForResponse('**/api/cart/method**')
    await devotee.page.getByLabel(t('checkout.amount')).fill('80')
    await devotee.page.keyboard.press('Tab')
    expect((await said).status()).toBe(200)

    devotee = await again(devotee)
    await expect(devotee.page.getByLabel(t('checkout.amount'))).toHaveValue('80.00')
    await devotee.payButton().click()
    await devotee.expectStatus('under-verification')
    await expect(devotee.page.getByText(reference).first()).toBeVisible()
  })
})
