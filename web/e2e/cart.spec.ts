import type { Page } from '@playwright/test'
import { newMember } from './harness/member.ts'
import { addOil, fillCart, order } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'
import type { Words } from './harness/words.ts'

const payload = '**/cart/_payload.json**'
const calls = /\/api\/cart(\/checkout)?(\?|$)/
const safe = (t: Words) => t('cart.unreachable-text', { phone: '#' }).split('#')[0] ?? ''

const remove = (tab: Page) => tab.getByRole('button', { name: /^Remove / })

/** Simulates returning from another tab or app. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test.describe('a cart on a bad connection', { tag: '@phone' }, () => {
  // The browser logs the connections that the tests cut, and the page logs the missing answers.
  test.use({ allowedErrors: /net::ERR_|[Nn]o answer|no usable answer|could not be fetched/ })

  test('the cart page says that the cart is safe when its data cannot be loaded, and loads on retry', async ({
    page,
    t,
  }) => {
    await fillCart(page.request)
    await page.route(payload, (route) => route.abort())
    await page.goto('/cart')
    await expect(page.getByText(t('cart.unreachable'))).toBeVisible()
    await expect(page.getByText(safe(t))).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: t('cart.title') })).toBeVisible()
    await page.unroute(payload)
    await page.getByRole('button', { name: t('common.try-again') }).click()
    await expect(page.getByText('陈𠮷䶮', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: t('cart.names-right') })).toBeVisible()
  })

  test('a failed "add to cart" keeps everything typed in the offering form', async ({ page, t, devotee }) => {
    await page.goto('/blessing-service/light-lamp')
    await devotee.fillLamp()
    await page.route(calls, (route) => route.abort())
    await page.getByRole('button', { name: t('offering.add') }).click()
    await expect(page.getByText(t('offering.not-sent')).first()).toBeVisible()
    await expect(page.getByLabel('Chinese name').first()).toHaveValue('陈𠮷䶮')
    await page.goto('/cart')
    await expect(page.getByText(t('cart.empty-title'))).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Chinese name').first()).toHaveValue('陈𠮷䶮')
    await page.unroute(calls)
    await devotee.addToCart()
  })
})

for (const [siteLanguage, who] of [
  ['en', 'guest'],
  ['zh', 'member'],
] as const)
  test.describe(`an item removed from the cart (${siteLanguage})`, { tag: '@phone' }, () => {
    test.use({ siteLanguage })
    test(`a ${who} restores a removed cart item, names included, with the keyboard`, async ({
      page,
      program,
      t,
      href,
      saveScreenshot,
    }) => {
      if (who === 'member') await newMember(page.request, program)
      await fillCart(page.request, 'yearly')
      await addOil(page.request, 2)
      await page.goto(href('/cart'))
      const main = page.getByRole('main')
      const name = main.getByText('陈𠮷䶮', { exact: true })
      const term = main.getByText(t('cart.term-yearly'))
      await expect(name).toBeVisible()
      await expect(term).toBeVisible()
      const [start = ''] = t('cart.remove-item', { title: '#' }).split('#')
      await main
        .getByRole('button', { name: new RegExp(`^${start}`) })
        .first()
        .focus()
      await page.keyboard.press('Enter')
      const [back = ''] = t('cart.undo-item', { title: '#' }).split('#')
      const undo = main.getByRole('button', { name: new RegExp(`^${back}`) })
      await expect(undo).toBeFocused()
      await expect(name).toBeHidden()
      await saveScreenshot(page, 'undo')
      await page.keyboard.press('Enter')
      await expect(name).toBeVisible()
      await expect(term).toBeVisible()
      await expect(undo).toBeHidden()
      await page.reload()
      await expect(name).toHaveCount(1)
      await expect(term).toBeVisible()
    })
  })

test.describe('a just-placed order', { tag: '@phone' }, () => {
  test('after ordering, checkout redirects to the empty cart, which shows the new order', async ({
    page,
    program,
    t,
  }) => {
    await newMember(page.request, program)
    await fillCart(page.request)
    const reference = await order(page.request, 'cash')
    await page.goto('/cart/checkout')
    await page.waitForURL('**/cart')
    const [start = '', end = ''] = t('cart.received-title', { number: '#' }).split('#')
    const notice = page.getByText(new RegExp(`${start}INV-\\d{4}-\\d+${end}`))
    await expect(notice).toBeVisible()
    const empty = page.getByRole('heading', { name: t('cart.empty-title') })
    expect((await notice.boundingBox())?.y).toBeLessThan((await empty.boundingBox())?.y ?? 0)
    await page.getByRole('link', { name: t('cart.received-link') }).click()
    await page.waitForURL('**/transaction/status?id=*')
    await expect(page.getByText(reference).first()).toBeVisible()
  })
})

test.describe('a price change after the transfer', { tag: '@phone' }, () => {
  test.use({ allowedErrors: /status of 500/ })

  test('after a price change, the payer sees the old and new price in the cart, and the same transfer counts towards the new total', async ({
    page,
    program,
    t,
    saveScreenshot,
    devotee,
  }) => {
    test.slow()
    await newMember(page.request, program)
    await fillCart(page.request)
    await page.goto('/cart/checkout')
    const reference = await devotee.transfer()
    await program.advance('61m') // the hold has expired
    program.setPrice('light-lamp', 'family', 9800)
    try {
      await devotee.payButton().click()
      await page.waitForURL('**/cart')
      const words = t('message.cart-item-updated')
      await expect(page.getByRole('alert').getByText(words)).toBeVisible()
      await expect(page.getByRole('main').getByText(words)).toBeVisible()
      await expect(page.getByText(t('cart.price-changed', { before: 'S$88.00', now: 'S$98.00' }))).toBeVisible()
      await expect(page.getByText(t('cart.transferred', { amount: 'S$88.00' }))).toBeVisible()
      await saveScreenshot(page, 'changed')
      // The message on the page stays after the toast, and after a reload.
      await page
        .getByRole('alert')
        .getByRole('button', { name: t('common.close') })
        .click()
      await expect(page.getByRole('alert').getByText(words)).toBeHidden()
      await page.reload()
      await expect(page.getByRole('main').getByText(words)).toBeVisible()
      await devotee.toCheckout()
      await devotee.pictureArrived()
      await expect(page.getByText(/S\$98\.00 to /)).toBeVisible()
      await expect(page.getByLabel(t('checkout.amount')), 'what was transferred stays as it was').toHaveValue('88.00')
      await devotee.payButton().click()
      await devotee.expectStatus('under-verification')
      await expect(page.getByText(reference).first()).toBeVisible()
    } finally {
      program.setPrice('light-lamp', 'family', 8800)
    }
  })
})

test.describe('a session that expires during payment', { tag: '@phone' }, () => {
  test.use({ allowedErrors: /status of 401/ })

  test('after the session expired during payment, the payer logs in again and finds the cart and the receipt image', async ({
    page,
    context,
    program,
    devotee,
  }) => {
    const { mobile, password } = await newMember(page.request, program)
    await fillCart(page.request)
    await page.goto('/cart/checkout')
    await devotee.choosePayNow()
    const picture = await devotee.picture(await devotee.showQR())
    await devotee.choosePicture(picture)
    await devotee.pictureArrived()
    await devotee.expectAmount()
    await context.clearCookies({ name: 'shanmen' })
    await devotee.payButton().click()
    await page.waitForURL('**/member/login?redirect=%2Fcart%2Fcheckout')
    await devotee.logIn(mobile, password)
    await page.waitForURL('**/cart/checkout')
    await devotee.pictureArrived()
    await devotee.payButton().click()
    await devotee.expectStatus('under-verification')
  })
})

test.describe('a cart open in two tabs', { tag: '@phone' }, () => {
  test.use({ allowedErrors: /status of 404/ })

  test('returning to a tab updates its cart with the changes of another tab', async ({ page, context, program, t }) => {
    await newMember(page.request, program)
    await fillCart(page.request)
    await addOil(page.request)
    await page.goto('/cart')
    const other = await context.newPage()
    await other.goto('/cart')
    await remove(other).last().click()
    await expect(remove(other)).toHaveCount(1)
    await expect(remove(page)).toHaveCount(2)
    await comeBack(page)
    await expect(remove(page)).toHaveCount(1)
    await expect(page.getByText(t('cart.changed-elsewhere'))).toBeVisible()

    // Without a tab change: the item is already gone, so removing it again fails, and the page shows that until
    // dismissed.
    await remove(other).click()
    await expect(other.getByText(t('cart.empty-title'))).toBeVisible()
    await remove(page).click()
    const main = page.getByRole('main')
    await expect(main.getByText(t('message.unexpected-error'))).toBeVisible()
    await expect(main.getByText(t('cart.empty-title'))).toBeVisible()
    await expect(main.getByRole('link', { name: t('message.call', { phone: '' }).trim() }).first()).toBeVisible()
    await main.getByRole('button', { name: t('common.close') }).click()
    await expect(main.getByText(t('message.unexpected-error'))).toBeHidden()
  })
})

for (const [screen, use] of [
  ['a phone', {}],
  ['a wide screen', { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false }],
] as const)
  test.describe(`the toast on ${screen}`, { tag: '@phone' }, () => {
    test.use(use)
    test('the "added to cart" toast covers no content of the page', async ({ page, t, saveScreenshot, devotee }) => {
      await page.goto('/blessing-service/light-lamp')
      await devotee.fillLamp()
      await devotee.addToCart()
      const toast = page.getByRole('status').locator('div', { hasText: t('offering.added') })
      await expect(toast).toBeVisible()
      await saveScreenshot(page, 'toast')
      await page.evaluate(() => window.scrollTo(0, 0))
      const box = await toast.boundingBox()
      const covered = await page
        .getByRole('main')
        .locator('h1, h2, h3, p, a, button')
        .evaluateAll(
          (all, { top, bottom, left, right }) =>
            all
              .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }))
              .filter(
                ({ box: at }) =>
                  at.width > 1 && at.top < bottom && at.bottom > top && at.left < right && at.right > left,
              )
              .map(({ text }) => text),
          {
            top: box?.y ?? 0,
            bottom: (box?.y ?? 0) + (box?.height ?? 0),
            left: box?.x ?? 0,
            right: (box?.x ?? 0) + (box?.width ?? 0),
          },
        )
      expect(covered).toEqual([])
    })
  })
