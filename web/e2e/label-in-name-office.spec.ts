import { misnamed } from './harness/misnamed.ts'
import { Office } from './harness/office.ts'
import { Program } from './harness/program.ts'
import { expect, test } from './harness/test.ts'
import { wordsOf, type Locale } from './harness/words.ts'

for (const language of ['en', 'zh'] satisfies Locale[])
  test(`a control’s name has the words that are seen on it, on every page of the office, in ${language === 'en' ? 'English' : 'Chinese'}`, async ({
    browser,
    watch,
  }) => {
    test.setTimeout(300_000)
    const t = wordsOf(language)
    const program = await Program.start('sqlite', '127.0.0.1', undefined, { DEMO_LIVED_IN: '1' })
    try {
      // The counter's shift is the administrator's own: its pages have their controls.
      const { page } = await Office.open(browser, watch, program, 'admin', 'on-shift', 1280)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (language === 'zh') await page.getByRole('button', { name: '简体中文' }).click()
      const menu = page.getByRole('navigation', { name: t('office.menu') })
      await expect(menu).toBeVisible()
      const look = async (path: string) => {
        await page.goto(path)
        await expect(menu).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('.animate-breathe:visible'), `${path}: what is still fetched`).toHaveCount(0)
        await page.waitForLoadState('networkidle')
        expect(await misnamed(page), path).toEqual([])
      }
      const hrefs = (links: ReturnType<typeof page.getByRole>) =>
        links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
      const areas = [...new Set(await hrefs(menu.getByRole('link')))].filter((path) => path.startsWith('/admin/'))
      expect(areas.length).toBeGreaterThan(20)
      for (const area of areas) {
        await look(area)
        const within = await hrefs(page.getByRole('main').getByRole('link'))
        const one = within.find((path) => path.startsWith(`${area}/`))
        if (one) await look(one)
      }
    } finally {
      watch.end()
      await program.stop()
    }
  })
