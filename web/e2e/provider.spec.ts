import type { Locator } from '@playwright/test'
import { Company } from './harness/company.ts'
import { Devotee } from './harness/devotee.ts'
import { hydrated } from './harness/follow.ts'
import { newMember } from './harness/member.ts'
import { readQR } from './harness/qr.ts'
import { fillCart } from './harness/setup.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { languages } from './harness/turns.ts'

const company = new Company()
const temple = ownTemple(undefined, () => company.start())

test.afterAll(() => company.stop())

const price = 'S$88.00'

for (const siteLanguage of languages(import.meta.url))
  test.describe(siteLanguage, { tag: '@phone' }, () => {
    test.use({ siteLanguage })

    test('a devotee pays by a provider in seven taps, without a screenshot', async ({
      page,
      t,
      href,
      saveScreenshot,
    }) => {
      const devotee = new Devotee(page, temple(), siteLanguage, t, href)
      await newMember(page.request, temple(), { locale: siteLanguage })
      let taps = 0
      const tap = async (at: Locator) => {
        taps++
        await at.click()
      }
      await page.goto(href('/'))
      await tap(page.getByRole('link', { name: t('home.offer'), exact: true }))
      await page.waitForURL(`**${href('/blessing-service')}`)
      const lamp = siteLanguage === 'en' ? 'Blessing lamp' : '光明灯'
      await tap(page.getByRole('link', { name: lamp, exact: true }).first())
      await page.waitForURL(`**${href('/blessing-service/light-lamp')}`)
      await hydrated(page)
      await tap(page.getByRole('radio', { name: siteLanguage === 'en' ? /^Family/ : /^合家灯/ }))
      await page
        .getByLabel(siteLanguage === 'en' ? 'Chinese name' : '中文姓名')
        .first()
        .fill('陈𠮷䶮')
      await tap(page.getByRole('button', { name: t('offering.add') }))
      await page.waitForURL(`**${href('/cart')}`)
      await tap(page.getByRole('link', { name: t('cart.names-right') }))
      await page.waitForURL(`**${href('/cart/checkout')}`)
      await hydrated(page)
      await tap(page.getByRole('radio', { name: new RegExp(`^${t('checkout.pay-now')}`) }))
      await saveScreenshot(page, 'choice')
      await tap(page.getByRole('button', { name: t('checkout.confirm-order', { amount: price }) }))
      await devotee.expectStatus('awaiting-confirmed')
      const code = devotee.qrCode()
      await expect(code).toBeVisible()
      await expect(page.getByText(t('checkout.confirm-waiting'))).toBeVisible()
      await expectNoSidewaysScroll(page, 'the code of the provider')
      await expectAccessible(page, 'the code of the provider', siteLanguage)
      await saveScreenshot(page, 'code')
      const reference = await referenceOf(page.url(), page.request)
      expect(await readQR(page.request, (await code.getAttribute('src')) ?? '')).toContain(reference)

      await company.pay(reference, temple().url)
      await devotee.expectStatus('paid')
      await saveScreenshot(page, 'paid')
      expect(taps).toBeLessThanOrEqual(7)
    })
  })

test.describe('in Chinese', { tag: '@phone' }, () => {
  test.use({ siteLanguage: 'zh' })

  test('when nothing happens, screenshot, reference and counter are one press away', async ({
    page,
    t,
    href,
    siteLanguage,
    saveScreenshot,
  }) => {
    const devotee = new Devotee(page, temple(), siteLanguage, t, href)
    await newMember(page.request, temple(), { locale: siteLanguage })
    await fillCart(page.request)
    await page.goto(href('/cart/checkout'))
    await devotee.choosePayNow()
    await page.getByRole('button', { name: t('checkout.confirm-order', { amount: price }) }).click()
    await expect(devotee.qrCode()).toBeVisible()
    await page.getByRole('button', { name: t('checkout.confirm-nothing') }).click()
    await expect(devotee.heading(t('checkout.confirm-nothing'))).toBeFocused()
    const reference = await devotee.reference()
    await expect(page.getByRole('img', { name: t('invoice.code-alt', { reference }) })).toBeVisible()
    await expect(page.getByText(t('checkout.picture-choose'), { exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page, 'when nothing happens')
    await expectAccessible(page, 'when nothing happens', siteLanguage)
    await saveScreenshot(page, 'nothing')
    await page.getByRole('button', { name: t('checkout.back-to-code') }).click()
    await expect(devotee.qrCode()).toBeVisible()
    // Without a webhook the page finds the payment.
    await company.pay(reference)
    await expect(devotee.heading(t('invoice.status-paid-title'))).toBeVisible({ timeout: 30_000 })
  })
})

test.describe('in English', { tag: '@phone' }, () => {
  test.use({ siteLanguage: 'en' })

  test('without the provider the order stands, with the code of the temple', async ({
    page,
    t,
    href,
    siteLanguage,
    saveScreenshot,
  }) => {
    const devotee = new Devotee(page, temple(), siteLanguage, t, href)
    await newMember(page.request, temple(), { locale: siteLanguage })
    await fillCart(page.request)
    company.answers = false
    await page.goto(href('/cart/checkout'))
    await devotee.choosePayNow()
    await page.getByRole('button', { name: t('checkout.confirm-order', { amount: price }) }).click()
    await devotee.expectStatus('awaiting-confirmed')
    await expect(devotee.qrCode()).toBeVisible()
    await saveScreenshot(page, 'without')
    company.answers = true
    const reference = await devotee.reference()
    await devotee.choosePicture(await devotee.picture(reference))
    await devotee.pictureArrived()
    await devotee.payButton().click()
    await expect(devotee.heading(t('invoice.status-under-verification-title'))).toBeVisible()
  })
})

/** The payment reference of the order that a page shows. */
async function referenceOf(url: string, request: { get: (path: string) => Promise<{ json: () => Promise<unknown> }> }) {
  const answer = await request.get(`/api/invoice?id=${new URL(url).searchParams.get('id') ?? ''}`)
  return ((await answer.json()) as { paymentReference: string }).paymentReference
}
