import { Office } from './harness/office.ts'
import { Program } from './harness/program.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')

test.describe('today', () => {
  test('is what the office opens with, and leads to what waits', async ({ browser, watch, program }) => {
    const editor = await Office.open(browser, watch, program, 'editor', 'off-shift', 820)
    const desk = editor.page
    await desk.goto('/admin/pages')
    await desk
      .getByRole('link', { name: /^Visiting/ })
      .first()
      .click()
    await desk.getByRole('textbox', { name: t('pages.title-en'), exact: true }).fill('Visiting us')
    await expect(desk.getByText(/^Saved \d/)).toBeVisible()
    await desk.goto('/admin')
    await expect(desk).toHaveURL(/\/admin\/today$/)
    await expect(desk.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
    await expect(desk.getByRole('heading', { name: /drafts? .*not on the site$/ })).toBeVisible()
    await expectAccessible(desk, 'today')
    await expectNoSidewaysScroll(desk, 'today')
    await desk.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(desk, 'today on a phone')
    await desk.getByRole('link', { name: t('today.drafts-go') }).click()
    await expect(desk.getByRole('heading', { level: 1, name: t('office.area-pages') })).toBeVisible()
    await editor.close()
  })

  for (const language of ['en', 'zh'] as const) {
    for (const width of [820, 1280]) {
      test(`gives who is new a page to practise on, ${language} at ${width} px`, async ({ browser, watch }) => {
        // A temple of its own: a practice page that was thrown away does not come back.
        const program = await Program.start('sqlite')
        const say = wordsOf(language)
        const editor = await Office.open(browser, watch, program, 'editor', 'off-shift', width)
        const desk = editor.page
        await desk.goto('/admin/today')
        if (language === 'zh') await desk.getByRole('button', { name: '简体中文' }).click()
        await expect(desk.getByRole('heading', { name: say('today.first') })).toBeVisible()
        await expectAccessible(desk, 'the first day')
        await expectNoSidewaysScroll(desk, 'the first day')
        await desk.screenshot({ path: `test-results/first-day-${language}-${width}.png`, fullPage: true })
        await desk.getByRole('button', { name: say('today.first-go') }).focus()
        await desk.keyboard.press('Enter')
        await expect(desk.getByText(say('pages.practice-bar-text'))).toBeVisible()
        await expectAccessible(desk, 'the practice page')
        await desk.screenshot({ path: `test-results/practice-${language}-${width}.png`, fullPage: true })
        await desk.getByRole('button', { name: say('pages.practice-end') }).focus()
        await desk.keyboard.press('Enter')
        await desk
          .getByRole('dialog')
          .getByRole('button', { name: say('pages.practice-end') })
          .focus()
        await desk.keyboard.press('Enter')
        await expect(desk).toHaveURL(/\/admin\/today$/)
        await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(desk.getByRole('heading', { name: say('today.first') })).toHaveCount(0)
        await editor.close()
        await program.stop()
      })
    }
  }
})
