import { hydrated } from './harness/follow.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { visitPage } from './harness/pages.ts'
import { languages } from './harness/turns.ts'

for (const siteLanguage of languages(import.meta.url)) {
  test.describe(`content pages, in ${siteLanguage === 'en' ? 'English' : 'Chinese'}`, () => {
    test.use({ siteLanguage, allowedErrors: /status of 404/ })

    test('policy page: date, table of contents, and printing without screen-only parts', async ({ page, href, t }) => {
      await visitPage(page, href('/misc/privacy-policy'))
      const changed = page.getByText(t('common.last-change', { date: '' }).trim())
      await expect(changed).toHaveText(siteLanguage === 'en' ? /\d+ \w{3} 20\d\d$/ : /20\d\d年\d+月\d+日$/)
      const parts = page.getByRole('navigation', { name: t('misc.parts') }).getByRole('link')
      const headings = page.locator('.prose h2')
      expect(await parts.allTextContents()).toEqual(await headings.allTextContents())
      await parts.last().click()
      await expect(headings.last()).toBeInViewport()
      await page.evaluate(() => {
        window.print = () => document.documentElement.setAttribute('data-printed', '')
      })
      await page.getByRole('button', { name: t('common.print') }).click()
      await expect(page.locator('html')).toHaveAttribute('data-printed')
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('button', { name: t('common.print') })).toBeHidden()
      await expect(parts.first()).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(headings.last()).toBeVisible()
    })

    test('a lamp is found by full pinyin, by initials, and from the 404 page', async ({ page, href, t }) => {
      await page.goto(href('/nowhere'))
      await expect(page.getByRole('heading', { level: 1, name: t('error.not-found-title') })).toBeVisible()
      await expect(page.getByRole('main').locator('a[href^="tel:"]').first()).toBeVisible()
      await expectAccessible(page, 'a page that is not there')
      await page.getByLabel(t('error.search')).fill('guangming')
      await page.getByRole('button', { name: t('error.search-button'), exact: true }).click()
      await expect(page).toHaveURL((url) => url.pathname === href('/blessing-service') && url.search === '?q=guangming')
      const names = page.getByRole('main').getByRole('heading', { level: 3 })
      const lamp = siteLanguage === 'en' ? 'Blessing lamp' : '光明灯'
      await expect(names).toHaveText([lamp])
      const box = page.getByRole('searchbox')
      await expect(box).toHaveValue('guangming')
      for (const search of ['gmd', 'guang ming', 'Guāng', '光明', 'blessing lamp']) {
        await box.fill(search)
        await expect(names.filter({ hasText: lamp }), search).toHaveCount(1)
      }
      await box.fill('vvv')
      await expect(page.getByRole('heading', { name: t('offering.none-title') })).toBeVisible()
      await expect(page.getByRole('main').locator('a[href^="tel:"]')).toBeVisible()
    })

    test('home: both kinds of banner, event dates in both calendars, opening hours and directions', async ({
      page,
      href,
      t,
    }) => {
      await visitPage(page, href('/'))
      await expect(page.getByRole('region', { name: t('home.notices') }).getByRole('link')).toHaveCount(3)
      await expect(page.getByRole('region', { name: t('home.invitations') }).getByRole('link')).toHaveCount(3)
      const days = page.getByRole('region', { name: t('home.events-title') }).getByRole('listitem')
      await expect(days).toHaveCount(3)
      for (const day of await days.all())
        await expect(day.locator('p[lang=zh-Hans]').first()).toHaveText(/\p{Script=Han}{2}/u)
      const way = page.getByRole('region', { name: t('home.visit-title') })
      await expect(way.getByRole('img', { name: t('common.map-alt') })).toBeVisible()
      await expect(way).toContainText(siteLanguage === 'en' ? '7:00 am to 5:30 pm' : '上午7时至下午5时30分')
      const scene = page.locator('img[src*="/scene-"]')
      await expect(scene).toBeVisible()
      // The picture is visible: in its section, only the text overlaps it.
      expect(await scene.evaluate((img) => getComputedStyle(img.closest('section') ?? img).zIndex)).toBe('0')
    })
  })
}

// None of this depends on the language.
test.describe('content pages', () => {
  test.use({ siteLanguage: 'zh' })

  test('FAQ: search, links to single answers, and printing', async ({ page, href, t }) => {
    await visitPage(page, href('/misc/faq'))
    const questions = page.locator('details:visible')
    const all = await questions.count()
    const box = page.getByRole('searchbox', { name: t('misc.faq-search') })
    await box.fill('paynow')
    await expect(questions.first()).toHaveAttribute('id', 'faq-paynow')
    const found = await questions.count()
    expect(found).toBeLessThan(all)
    await expect(page.getByRole('status').filter({ hasText: t('misc.faq-found', { count: found }) })).toBeVisible()
    await box.fill('zzz')
    await expect(page.getByRole('heading', { name: t('misc.faq-not-found') })).toBeVisible()
    await expect(page.getByRole('main').locator('a[href^="tel:"]').last()).toBeVisible()
    await page.getByRole('button', { name: t('misc.faq-show-all') }).click()
    await expect(questions).toHaveCount(all)

    // Opening an answer's URL with a full page load, and by a link within the page.
    await page.goto('about:blank')
    await page.goto(`${href('/misc/faq')}#faq-tax`)
    const answer = page.locator('#faq-tax')
    await expect(answer).toHaveAttribute('open')
    await expect(answer).toBeInViewport()
    await expectAccessible(page, 'an open answer')
    await page.evaluate(() => location.assign('#faq-names'))
    await expect(page.locator('#faq-names')).toHaveAttribute('open')
    await expect(page.locator('#faq-names')).toBeInViewport()

    // A client-side navigation.
    await page.goto(href('/'))
    await hydrated(page)
    await page.evaluate(
      (to) => {
        const link = document.createElement('a')
        link.href = to
        link.textContent = 'to the answer'
        document.body.append(link)
      },
      `${href('/misc/faq')}#faq-tax`,
    )
    await page.evaluate(() => Object.assign(globalThis, { samePage: true }))
    await page.getByText('to the answer').dispatchEvent('click')
    await expect(answer).toHaveAttribute('open')
    await expect(answer).toBeInViewport()
    expect(await page.evaluate(() => 'samePage' in globalThis), 'without a full load').toBe(true)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('#faq-cash .prose')).toBeVisible()
  })

  test('about us: opens the first page and lists the others beside it', async ({ page, href, t }) => {
    await page.goto(href('/about-us'))
    await expect(page).toHaveURL((url) => url.pathname === href('/about-us/history'))
    const titles = page.getByRole('navigation', { name: t('about-us.pages') }).getByRole('link')
    await expect(titles).toHaveCount(5)
    await expect(titles.first()).toHaveAttribute('aria-current', 'page')
    const second = (await titles.nth(1).textContent()) ?? ''
    await titles.nth(1).click()
    await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
    await expect(titles.nth(1)).toHaveAttribute('aria-current', 'page')
  })
})
