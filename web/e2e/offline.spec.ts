import { visitPage } from './harness/pages.ts'
import { newMember } from './harness/member.ts'
import { fillCart, order } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'
import type { Locale } from './harness/words.ts'

// English on a phone, Chinese on a computer: service workers behave the same on both.
for (const [siteLanguage, tag] of [
  ['en', ['@phone']],
  ['zh', []],
] satisfies [Locale, string[]][])
  test.describe(`offline, in ${siteLanguage === 'en' ? 'English' : 'Chinese'}`, { tag }, () => {
    test.use({
      siteLanguage,
      serviceWorkers: 'allow',
      allowedErrors: /ERR_INTERNET_DISCONNECTED|status of 503|Failed to fetch/,
    })

    test('the offline page shows phone, opening hours and recently viewed orders, no prices, and no orders after signing out', async ({
      page,
      program,
      context,
      href,
      t,
    }) => {
      await newMember(page.request, program)
      await fillCart(page.request)
      await order(page.request, 'cash')
      await visitPage(page, href('/'))
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      // A service worker controls pages from the next load on.
      await visitPage(page, href('/member/profile/invoices'))
      const number = await page
        .getByRole('article')
        .first()
        .getByText(/INV-\d{4}-\d{6}/)
        .first()
        .innerText()
      const kept = () =>
        page.evaluate(async () => Boolean(await (await caches.open('shanmen-offline')).match('/offline/orders')))
      await expect.poll(kept).toBe(true)

      await context.setOffline(true)
      await page.goto(href('/event'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline.title'))
      await expect(page.getByRole('link', { name: '6000 0000' })).toHaveAttribute('href', 'tel:60000000')
      await expect(page.getByText(t('home.hours'))).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: /INV-/ }).first()).toContainText(/INV-\d{4}-\d{6}/)
      expect(number).toContain('INV-')
      expect(await page.locator('body').innerText()).not.toContain('S$')

      await context.setOffline(false)
      await page.getByRole('link', { name: t('offline.again') }).click()
      await expect(page).toHaveURL(href('/event'))
      await expect(page.getByRole('banner')).toBeVisible()

      await visitPage(page, href('/member/profile'))
      await page
        .getByRole('button', { name: t('common.logout') })
        .first()
        .click()
      await expect.poll(kept).toBe(false)
      // Chrome may restart a stopped worker with network access, until the offline state is set again.
      await expect(async () => {
        await context.setOffline(false)
        await context.setOffline(true)
        await page.goto(href('/cart'))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline.title'), { timeout: 2_000 })
      }).toPass()
      await expect(page.getByText(t('offline.orders-title'))).toHaveCount(0)
    })
  })
