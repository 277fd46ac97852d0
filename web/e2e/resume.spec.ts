import { Devotee } from './harness/devotee.ts'
import { fillCart, logIn } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'

test.describe('a checkout goes on where it was when the phone drops the page', () => {
  test('after the QR code, after choosing how to pay, and after the picture', async ({
    page,
    context,
    program,
    visit,
    t,
    href,
  }) => {
    await logIn(page.request)
    await fillCart(page.request)
    /** Another tab of the same phone: nothing but cookies and storage is left of the first. */
    const again = async (old: Devotee) => {
      await old.page.waitForLoadState('networkidle') // what it still asks for would be cut, and complained of
      await old.page.close()
      const next = new Devotee(await context.newPage(), program, visit, t, href)
      await next.page.goto('/cart/checkout')
      return next
    }
    const todo = (devotee: Devotee, what: string) =>
      expect(devotee.page.getByText(t(`checkout.todo-${what}`)).first()).toBeVisible()

    let devotee = new Devotee(page, program, visit, t, href)
    await page.goto('/cart/checkout')
    await todo(devotee, 'method')
    const kept = page.waitForResponse('**/api/cart/method**')
    await devotee.choosePayNow()
    expect((await kept).status()).toBe(200)

    devotee = await again(devotee)
    await todo(devotee, 'qr')
    await expect(devotee.page.getByRole('radio', { name: new RegExp(`^${t('checkout.pay-now')}`) })).toBeChecked()
    const reference = await devotee.showQR()
    await todo(devotee, 'upload')

    devotee = await again(devotee)
    await todo(devotee, 'upload')
    await expect(devotee.qrCode()).toBeVisible()
    expect(await devotee.reference()).toBe(reference)
    await devotee.choosePicture(await devotee.picture(reference))
    await devotee.pictureArrived()

    devotee = await again(devotee)
    await todo(devotee, 'answer')
    await devotee.pictureArrived()
    const picture = devotee.page.getByRole('img', { name: t('checkout.picture-alt', { count: 1 }) })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(500)
    const said = devotee.page.waitForResponse('**/api/cart/method**')
    await devotee.yesThisIsTheTransfer()
    expect((await said).status()).toBe(200)

    devotee = await again(devotee)
    await todo(devotee, 'send')
    await devotee.payButton().click()
    await devotee.expectStatus('under-verification')
    await expect(devotee.page.getByText(reference).first()).toBeVisible()
  })
})
