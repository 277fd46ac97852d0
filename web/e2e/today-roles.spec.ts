import { Office } from './harness/office.ts'
import { Program } from './harness/program.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const roles = ['editor', 'counter', 'treasurer', 'ritual', 'admin'] as const
const languages = ['en', 'zh'] as const
const widths = [1280, 820] as const

test.describe('today of each role', () => {
  for (const role of roles) {
    test(`is whole for the ${role}, new and used to the office, in both languages`, async ({ browser, watch }) => {
      test.setTimeout(120_000)
      // A temple of its own: its clock goes on by eight days.
      const program = await Program.start('sqlite')
      for (const state of ['new', 'used'] as const) {
        if (state === 'used') await program.advance('192h')
        const office = await Office.open(browser, watch, program, role, 'off-shift', 1280)
        const { page } = office
        for (const language of languages) {
          const t = wordsOf(language)
          await page.goto('/admin/today')
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          const other = page.getByRole('button', { name: language === 'zh' ? '简体中文' : 'English', exact: true })
          if (await other.isVisible()) await other.click()
          await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : 'en-SG')
          await expect(page.locator('.animate-breathe')).toHaveCount(0)
          const roleWords = page.getByRole('heading', { name: t('today.roles') })
          if (state === 'new' && role !== 'admin') {
            await expect(roleWords).toBeVisible()
            await expect(page.getByRole('heading', { name: t(`today.role-${role}`) })).toBeVisible()
          } else if (state === 'used') await expect(roleWords).toHaveCount(0)
          await expect(page.getByRole('heading', { name: t('today.machine') })).toHaveCount(role === 'admin' ? 1 : 0)
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 })
            await expectNoSidewaysScroll(page, `${role}, ${state}, ${language}, ${width}`)
            await page.screenshot({
              path: `test-results/steps/today-roles/${role}-${state}-${language}-${width}.jpg`,
              type: 'jpeg',
              quality: 80,
              fullPage: true,
            })
          }
          await expectAccessible(page, `${role}, ${state}, ${language}`)
        }
        await office.close()
      }
      await program.stop()
    })
  }

  test('tells the administrator what waits for others, and what is free on the disk', async ({
    browser,
    watch,
    program,
  }) => {
    const t = wordsOf('en')
    const editor = await Office.open(browser, watch, program, 'editor', 'off-shift', 1280)
    const draft = editor.page
    await draft
      .getByRole('link', { name: /^Visiting/ })
      .first()
      .click()
    await draft.getByRole('textbox', { name: t('pages.title-en'), exact: true }).fill('Visiting the temple today')
    await expect(draft.getByText(/^Saved \d/)).toBeVisible()
    await editor.close()
    const office = await Office.open(browser, watch, program, 'admin', 'off-shift', 1280)
    const { page } = office
    await page.goto('/admin/today')
    const others = page.getByRole('listitem').filter({ hasText: t('office.role-editor') })
    await expect(page.getByRole('heading', { name: t('today.others') })).toBeVisible()
    await expect(others.getByText(/draft(s are| is) not on the site/)).toBeVisible()
    await expectAccessible(page, 'what waits for others')
    await page.screenshot({ path: 'test-results/steps/today-roles/others.png', fullPage: true })
    const words = t('today.machine-disk-good', { free: '|', size: '|' }).replaceAll('|', String.raw`[\d.]+ [GM]B`)
    await expect(page.getByText(new RegExp(`^${words}$`))).toBeVisible()
    await office.close()
  })

  for (const language of languages)
    test(`the prices and their history, in ${language === 'en' ? 'English' : 'Chinese'}`, async ({
      browser,
      watch,
      program,
    }) => {
      const t = wordsOf(language)
      const office = await Office.open(browser, watch, program, 'treasurer', 'off-shift', 1280)
      const { page } = office
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (language === 'zh') await page.getByRole('button', { name: '简体中文', exact: true }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : 'en-SG')
      await page.goto('/admin/prices')
      await expect(page.getByRole('heading', { level: 1, name: t('office.area-prices') })).toBeVisible()
      const first = page.getByRole('main').getByRole('listitem').getByRole('link').first()
      await expect(first).toBeVisible()
      const look = async (name: string) => {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await expectNoSidewaysScroll(page, `${name}, ${language}, ${width}`)
          await page.screenshot({
            path: `test-results/steps/today-roles/${name}-${language}-${width}.jpg`,
            type: 'jpeg',
            quality: 80,
            fullPage: true,
          })
        }
        await expectAccessible(page, `${name}, ${language}`)
      }
      await look('prices')
      const title = (await first.textContent()) ?? ''
      await first.click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.locator('.animate-breathe')).toHaveCount(0)
      await look('price')
      await office.close()
    })
})
