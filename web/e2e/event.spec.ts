import { expect, expectAccessible, test } from './harness/test.ts'
import { visitPage } from './harness/pages.ts'
import { languages } from './harness/turns.ts'

for (const siteLanguage of languages(import.meta.url)) {
  test.describe(`events pages, in ${siteLanguage === 'en' ? 'English' : 'Chinese'}`, { tag: '@phone' }, () => {
    test.use({ siteLanguage })
    const solar = siteLanguage === 'en' ? /\d{1,2} \w+ 20\d\d/ : /20\d\d年\d{1,2}月\d{1,2}日/
    const lunar = /\p{Script=Han}{2,}/u

    test('upcoming events by month, past events collapsed, and a filter by kind in the URL', async ({
      page,
      href,
      t,
    }) => {
      await visitPage(page, href('/event'))
      const main = page.getByRole('main')
      const months = main.getByRole('heading', { level: 2 }).filter({ hasText: /20\d\d/ })
      expect(await months.filter({ visible: true }).count()).toBeGreaterThan(3)
      const days = main
        .locator('article:visible, ol > li:visible')
        .filter({ has: page.getByRole('heading', { level: 3 }) })
      const all = await days.count()
      await expect(days.first()).toContainText(lunar)
      await expectAccessible(page, 'events', siteLanguage)

      const fold = main.locator('summary')
      await expect(fold).toHaveText(t('event.past', { count: await page.locator('details ol > li').count() }))
      await fold.click()
      await expect(main.locator('details ol > li').first()).toBeVisible()
      expect(await days.count()).toBeGreaterThan(all)
      await expect(days.last().getByText(t('event.state-past'))).toBeVisible()

      const kinds = page.getByRole('navigation', { name: t('event.kinds') })
      await kinds.getByRole('link', { name: t('event.kind-talk') }).click()
      await expect(page).toHaveURL((url) => url.search === '?kind=talk')
      await expect(kinds.locator('[aria-current]')).toHaveText(t('event.kind-talk'))
      const talks = await days.filter({ visible: true }).count()
      expect(talks).toBeGreaterThan(0)
      expect(talks).toBeLessThan(all)
      await page.reload()
      await expect(kinds.locator('[aria-current]')).toHaveText(t('event.kind-talk'))
      await kinds.getByRole('link', { name: t('common.all'), exact: true }).click()
      await expect(page).toHaveURL((url) => url.search === '')
    })

    test('an event page: dates in both calendars, its offering, and a calendar file', async ({
      page,
      href,
      t,
      request,
    }) => {
      await visitPage(page, href('/event'))
      const name = siteLanguage === 'en' ? 'Winter solstice prayer for ancestors' : '冬至祭祖法会'
      await page.getByRole('link', { name }).first().click()
      await expect(page).toHaveURL((url) => url.pathname.startsWith(href('/event/winter-solstice')))
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      const main = page.getByRole('main')
      await expect(main.getByText(solar).first()).toBeVisible()
      await expect(main.getByText('冬至', { exact: false }).first()).toBeVisible()
      await expect(
        main.getByRole('link', { name: siteLanguage === 'en' ? /ancestors/ : /冬至祭祖/ }).first(),
      ).toBeVisible()
      await expectAccessible(page, 'an event', siteLanguage)

      const entry = await page.getByRole('link', { name: t('event.add'), exact: true }).getAttribute('href')
      const file = await request.get(entry ?? '')
      expect(file.headers()['content-type']).toContain('text/calendar')
      const calendar = await file.text()
      expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(1)
      expect(calendar.replace(/\r\n[ \t]/g, '')).toContain(`SUMMARY:${name}`)

      await page.getByRole('link', { name: t('event.all-events') }).click()
      await expect(page).toHaveURL((url) => url.pathname === href('/event'))
      const feed = await page.getByRole('link', { name: t('event.add-all') }).getAttribute('href')
      const days = await (await request.get((feed ?? '').replace(/^webcal:/, 'http:'))).text()
      expect((days.match(/BEGIN:VEVENT/g) ?? []).length).toBeGreaterThan(5)
      const atom = await page.getByRole('link', { name: t('event.feed') }).getAttribute('href')
      expect(await (await request.get(atom ?? '')).text()).toContain('<entry>')
    })
  })
}
