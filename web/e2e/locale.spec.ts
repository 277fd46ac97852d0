import { newcomer } from './harness/devotee.ts'
import { follow, hydrated } from './harness/follow.ts'
import { fillCart } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'
import { translate } from './harness/translate.ts'
import { languages } from './harness/turns.ts'
import { wordsOf } from './harness/words.ts'

const chinese = wordsOf('zh')
const name = 'i18n_redirected'

test.describe('the visitor’s language', { tag: '@phone' }, () => {
  test.use({ allowedErrors: /status of 400/ })

  test('the visitor’s language is stored in a cookie for a year, and redirects only at /', async ({
    page,
    context,
  }) => {
    const remembered = async () => (await context.cookies()).find((cookie) => cookie.name === name)

    // A cached page sets no cookie; the browser does, wherever the visitor arrives.
    const first = await page.goto('/zh/misc/faq')
    expect(await first?.headerValue('set-cookie')).toBeNull()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
    await expect.poll(async () => (await remembered())?.value).toBe('zh')
    const cookie = await remembered()
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false })
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400)
    expect(await page.evaluate(() => document.cookie)).toContain(`${name}=zh`)

    // Only the path without a language redirects by the cookie.
    const home = await page.goto('/?from=a%20friend')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/zh?from=a%20friend')
    const redirect = await home?.request().redirectedFrom()?.response()
    expect(redirect?.status()).toBe(302)
    expect(await redirect?.headerValue('cache-control')).toContain('no-store')
    expect(await redirect?.headerValue('set-cookie')).toContain(`${name}=zh; Path=/; Max-Age=31536000`)

    // A deep link keeps its language, which is remembered from now on.
    await page.goto('/misc/faq')
    expect(new URL(page.url()).pathname).toBe('/misc/faq')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-SG')
    await expect.poll(async () => (await remembered())?.value).toBe('en')
  })

  test('the language can be switched without a menu on the narrowest screen, keeping path, query and fragment', async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/misc/faq?from=a#main')
    for (const [label, path, lang, code] of [
      ['简体中文', '/zh/misc/faq?from=a#main', 'zh-Hans', 'zh'],
      ['English', '/misc/faq?from=a#main', 'en-SG', 'en'],
    ] as const) {
      const change = page.getByRole('link', { name: label, exact: true })
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      const box = await change.boundingBox()
      expect(box, `${label} is on the screen`).toBeTruthy()
      if (box) expect([box.x >= 0, box.x + box.width <= 320, box.y >= 0, box.y < 160]).toEqual([true, true, true, true])
      await change.click()
      await page.waitForURL((url) => url.pathname + url.search + url.hash === path)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect.poll(async () => (await context.cookies()).find((cookie) => cookie.name === name)?.value).toBe(code)
    }
  })

  for (const siteLanguage of languages(import.meta.url))
    test.describe(`from ${siteLanguage === 'en' ? 'English' : 'Chinese'}`, () => {
      test.use({ siteLanguage })

      test('the language is switched on the current page', async ({ page, href, siteLanguage: from }) => {
        const name = from === 'en' ? '简体中文' : 'English'
        for (const path of ['/blessing-service/light-lamp', '/misc/faq', '/member/login?redirect=%2Fcart%2Fcheckout']) {
          await page.goto(href(path))
          const before = await page.getByRole('heading', { level: 1 }).textContent()
          await page.getByRole('link', { name, exact: true }).first().click()
          const there = from === 'en' ? `/zh${path}` : path
          await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(there)
          await expect(page.locator('html')).toHaveAttribute('lang', from === 'en' ? 'zh-Hans' : 'en-SG')
          await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(before ?? '')
        }
      })
    })

  test('error messages use the language of the page', async ({ page, context, baseURL }) => {
    await page.clock.install()
    await fillCart(page.request)
    await page.goto('/zh/cart')
    const remove = page.getByRole('button', { name: new RegExp(chinese('common.remove')) }).first()
    await expect(remove).toBeVisible()
    // Meanwhile another tab was read in English.
    await context.addCookies([{ name, value: 'en', url: baseURL ?? '' }])
    // The program's own error, as for a cart that it cannot read.
    await page.route('**/api/cart/remove/**', (route) => {
      const url = route
        .request()
        .url()
        .replace(/\/remove\/[^?]*/, '')
      return route.continue({ url, method: 'POST', postData: '{}', headers: { 'content-type': 'application/json' } })
    })
    const refused = page.waitForResponse((answer) => answer.status() === 400)
    await hydrated(page)
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000)) // the toast depends only on the page's clock
    await remove.click()
    const answer = await refused
    const { title } = (await answer.json()) as { title: string }
    expect(title).toMatch(/\p{Script=Han}/u)
    const toast = page.getByRole('alert').getByText(title)
    await expect(toast).toBeVisible()

    // It stays for three seconds, and while it is hovered.
    await page.clock.fastForward(2000)
    await expect(toast).toBeVisible()
    await toast.hover()
    await page.clock.fastForward(60_000)
    await expect(toast).toBeVisible()
    await page.mouse.move(0, 0)
    await page.clock.fastForward(3500)
    await expect(toast).toBeHidden()
  })
})

test.describe('browser translation into a third language', { tag: '@phone' }, () => {
  test.use({ allowedErrors: /status of 400/ })

  test('a translated page still works from ordering a lamp to paying', async ({ page, t, href, devotee }) => {
    test.slow()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    // The translated document is the same one: nothing broke so that a reload was needed.
    const translated = (where: string) =>
      expect.poll(() => page.locator('font').count(), `${where}: texts that are translated`).toBeGreaterThan(50)
    await devotee.findLamp()
    await translate(page)
    await button(t('offering.add')).click() // shows at each field what is missing
    await expect(page.getByText(t('form.name-needed')).first()).toBeVisible()
    await devotee.fillLamp()
    await devotee.addToCart()
    await translated('the cart')
    await page.goBack()
    await expect(devotee.heading('Blessing lamp')).toBeVisible()
    await page.goForward()
    await devotee.expectLampInCart()
    await page
      .getByRole('button', { name: new RegExp(t('common.remove')) })
      .first()
      .click()
    await page.getByRole('button', { name: new RegExp(`^${t('common.undo')}`) }).click()
    await devotee.expectLampInCart()
    await devotee.toCheckout()
    await translated('login')
    await page.getByRole('link', { name: t('member.to-registration') }).click()
    await button(t('common.send-code')).click() // and here
    const person = newcomer()
    await devotee.register(person)
    await devotee.giveCode(person)
    await page.waitForURL(`**${href('/cart/checkout')}`)
    await devotee.expectLampInCart()
    await translate(page) // in whatever document the new member is now
    await devotee.transfer()
    await page.getByRole('link', { name: '简体中文', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: chinese('checkout.title') })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: t('checkout.title') })).toBeVisible()
    await devotee.payButton().click()
    await devotee.expectStatus('under-verification')
  })
})

test.describe('messages that fail to load', { tag: '@phone' }, () => {
  test.use({ allowedErrors: /messages of|could not be read|Failed to load resource/ })

  test('messages that fail to load leave the page usable', async ({ page, t }) => {
    const asked = page.waitForRequest('**/_i18n/en/messages.json')
    await page.route('**/_i18n/**', (route) => route.abort())
    const warned = page.waitForEvent('console', (message) => message.text().includes('messages of en'))
    await page.goto('/')
    await follow(page, '/misc/faq')
    expect((await warned).type()).toBe('warning')
    expect(await (await asked).headerValue('cache-control')).toBe('no-cache')
    // The messages come from the page's own document.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common.faq'))
    await expect(page.locator('main')).not.toContainText(/\b(misc|common)\.[a-z-]+/)

    // Even without that, the page shows what it has.
    await page.route('**/about-us/history', (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    )
    await follow(page, '/about-us/history')
    await expect(page.getByText(t('message.messages-failed'))).toBeVisible()
    await expect(page).toHaveURL('/about-us/history')
    await expect(page.locator('main .prose').first()).not.toBeEmpty()
    await page
      .getByRole('link', { name: t('common.home') })
      .first()
      .click()
    await expect(page).toHaveURL('/')
  })
})
