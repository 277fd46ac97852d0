import { Office } from './harness/office.ts'
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
    await expect(desk.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible()
    await expect(desk.getByRole('heading', { name: /draft(s are| is) not on the site/ })).toBeVisible()
    await expectAccessible(desk, 'today')
    await expectNoSidewaysScroll(desk, 'today')
    await desk.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(desk, 'today on a phone')
    await desk.getByRole('link', { name: t('today.drafts-go') }).click()
    await expect(desk.getByRole('heading', { level: 1, name: t('office.area-pages') })).toBeVisible()
    await editor.close()
  })
})
