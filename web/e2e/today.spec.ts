import { Office } from './harness/office.ts'
import { makeRecord } from './harness/record.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { expectNothingOver } from './harness/widths.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')

test.describe('the Today page', () => {
  test('Today is the office’s first page and links to open tasks', async ({ browser, watch, program }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '', width: 820 })
    const desk = editor.page
    const fields = { 'title.en': 'What waits', 'html.en': '<p>Not on the site.</p>' }
    await makeRecord(desk.request, { kind: 'page', key: 'what-waits', fields })
    await desk.goto('/admin')
    await expect(desk).toHaveURL(/\/admin\/today$/)
    await expect(desk.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
    await expect(desk.getByRole('heading', { name: /drafts? .*not published$/ })).toBeVisible()
    await expectAccessible(desk, 'today')
    await expectNoSidewaysScroll(desk, 'today')
    await desk.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(desk, 'today on a phone')
    await desk.getByRole('link', { name: t('today.drafts-go') }).click()
    await expect(desk.getByRole('heading', { level: 1, name: t('office.area-pages') })).toBeVisible()
    await editor.close()
  })
})

test('a new editor gets a practice page', async ({ browser, watch, program, saveScreenshot }) => {
  // Each editor gets one practice page, which is not created again after it was deleted.
  const office = await Office.open(browser, watch, program, 'editor', { at: '/admin/today', width: 820, own: true })
  const desk = office.page
  await expect(desk.getByRole('heading', { name: t('today.first') })).toBeVisible()
  await expectAccessible(desk, 'the first day')
  await expectNothingOver(desk, 'the first day', 1280)
  await saveScreenshot(desk, 'first-day')
  await desk.getByRole('button', { name: t('today.first-go') }).focus()
  await desk.keyboard.press('Enter')
  await expect(desk.getByText(t('records.practice-bar-text'))).toBeVisible()
  await expectAccessible(desk, 'the practice page')
  await expectNothingOver(desk, 'the practice page', 1280)
  await saveScreenshot(desk, 'practice')
  await desk.getByRole('banner').getByRole('button', { name: '简体中文', exact: true }).click()
  const zh = wordsOf('zh')
  await expect(desk.getByText(zh('records.practice-bar-text'))).toBeVisible()
  await expectAccessible(desk, 'the practice page in Chinese', 'zh')
  await expectNothingOver(desk, 'the practice page in Chinese', 1280)
  await desk.getByRole('button', { name: zh('records.practice-end') }).focus()
  await desk.keyboard.press('Enter')
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: zh('records.practice-end') })
    .focus()
  await desk.keyboard.press('Enter')
  await expect(desk).toHaveURL(/\/admin\/today$/)
  await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(desk.getByRole('heading', { name: zh('today.first') })).toHaveCount(0)
  await office.close()
})
