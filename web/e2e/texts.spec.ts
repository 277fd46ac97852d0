import type { Page } from '@playwright/test'
import { Office } from './harness/office.ts'
import { makeRecord } from './harness/record.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { saved } from './harness/editor.ts'

const t = wordsOf('en')
const zh = wordsOf('zh')

const rows = (desk: Page) => desk.getByRole('main').locator('ol > li')

test.describe('editing site texts', () => {
  test('a colleague is asked for a missing translation and finds the request on Today', async ({
    browser,
    watch,
    program,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '' })
    const id = await makeRecord(editor.page.request, {
      kind: 'page',
      key: 'asked-for',
      fields: { 'title.en': 'Brush writing', 'html.en': '<p>Every Tuesday.</p>' },
    })
    const desk = editor.page
    await desk.goto(`/admin/pages/${id}`)
    await desk.getByRole('button', { name: t('records.ask'), exact: true }).click()
    const dialog = desk.getByRole('dialog')
    await expect(dialog.getByRole('combobox')).toBeVisible()
    await expectAccessible(desk, 'asking a colleague')
    await dialog.getByRole('combobox').selectOption({ label: 'Admin' })
    await dialog.getByRole('button', { name: t('records.ask-do'), exact: true }).click()
    await expect(desk.getByText(t('records.asked-zh', { who: 'Admin' }))).toBeVisible()
    const other = await Office.open(browser, watch, program, 'admin')
    const card = other.page.getByRole('heading', {
      name: t('today.asked-zh', { by: 'Editor', title: 'Brush writing' }),
    })
    await expect(card).toBeVisible()
    await expectAccessible(other.page, 'Today with what one is asked for')
    await other.page.getByRole('link', { name: t('today.asked-go-label', { title: 'Brush writing' }) }).click()
    await expect(other.page.getByText(t('records.asked-you-zh'))).toBeVisible()
    for (const width of [820, 360]) {
      await other.page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(other.page, `asked at ${width}`)
    }
    await desk.getByRole('button', { name: t('records.ask-withdraw') }).click()
    await expect(desk.getByRole('button', { name: t('records.ask'), exact: true })).toBeVisible()
    await other.page.goto('/admin/today')
    await expect(other.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(card).toHaveCount(0)
    await other.close()
    await editor.close()
  })

  test('rows are reordered by dragging and by buttons', async ({ browser, watch, program }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '/admin/pages?kind=question' })
    const desk = editor.page
    await expect(rows(desk).nth(2)).toBeVisible()
    const titles = async () => rows(desk).getByRole('link').allInnerTexts()
    const before = await titles()
    const third = (await rows(desk).nth(2).boundingBox())!
    await rows(desk)
      .first()
      .locator('.cursor-grab')
      .dragTo(rows(desk).nth(2), { targetPosition: { x: 40, y: third.height - 8 }, steps: 8 })
    await expect.poll(titles).toEqual([before[1], before[2], before[0], ...before.slice(3)])
    await expect(desk.getByRole('status').filter({ hasText: /3/ })).toHaveCount(1)
    await desk.reload()
    await expect.poll(titles).toEqual([before[1], before[2], before[0], ...before.slice(3)])
    const up = rows(desk).nth(2).getByRole('button').first()
    await up.focus()
    await desk.keyboard.press('Enter')
    await expect.poll(titles).toEqual([before[1], before[0], before[2], ...before.slice(3)])
    await rows(desk).nth(1).getByRole('button').first().click()
    await expect.poll(titles).toEqual(before)
    await editor.close()
  })

  test('values missing for publication are filled in inside the publish dialog', async ({
    browser,
    watch,
    program,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '' })
    const desk = editor.page
    const id = await makeRecord(desk.request, {
      kind: 'category',
      key: 'filled-in',
      fields: { 'title.en': 'Quiet hours' },
    })
    await desk.goto(`/admin/offerings/${id}`)
    await desk.getByRole('button', { name: t('records.publish'), exact: true }).click()
    const dialog = desk.getByRole('dialog')
    const line = dialog.getByRole('textbox', { name: t('records.title-zh'), exact: true })
    await expect(line).toBeVisible()
    await expectAccessible(desk, 'filling in')
    await line.fill('静时')
    await expect(dialog.getByText(t('records.filled-in'))).toBeVisible()
    await dialog.getByRole('button', { name: t('records.publish-now') }).click()
    await expect(desk.getByText(t('records.published'))).toBeVisible()
    await editor.close()
  })

  test('the editor of opening hours previews them in both languages and on a small screen', async ({
    browser,
    watch,
    program,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '/admin/contact' })
    const desk = editor.page
    await expect(desk.getByRole('heading', { name: t('records-place.how-it-reads') })).toBeVisible()
    const said = desk.getByRole('region', { name: t('records-place.reads-zh') })
    await expect(said).toContainText(zh('common.open-today'))
    await desk.getByRole('button', { name: t('records-place.opening-edit', { line: 1 }) }).click()
    await desk.getByLabel(t('records-place.opening-opens')).fill('06:05')
    await expect(desk.getByText(/06:05 – /).first()).toBeVisible()
    await expectAccessible(desk, 'the hours')
    await desk.setViewportSize({ width: 820, height: 1000 })
    await expectNoSidewaysScroll(desk, 'the hours at 820')
    await desk.evaluate(() => document.documentElement.style.setProperty('font-size', '140%'))
    await expectNoSidewaysScroll(desk, 'the hours at 140 %')
    await editor.close()
  })

  test('any two versions can be compared', async ({ browser, watch, program }) => {
    const editor = await Office.open(browser, watch, program, 'editor')
    const desk = editor.page
    await desk.getByRole('link', { name: /^Getting here/ }).click()
    await desk.getByRole('link', { name: t('records.history'), exact: true }).click()
    await expect(desk.getByRole('combobox', { name: t('records.compare'), exact: true })).toBeVisible()
    await desk.getByRole('combobox', { name: t('records.compare-with'), exact: true }).selectOption({ index: 1 })
    await expect(desk.getByText(/^\d+ versions? since /)).toBeVisible()
    await expectAccessible(desk, 'two versions')
    // The current draft is listed first, and is what others are compared with.
    await desk.getByRole('link', { name: 'Getting here' }).click()
    await desk.getByRole('textbox', { name: t('records.title-zh'), exact: true }).fill('怎样来本寺')
    await saved(desk)
    await desk.getByRole('link', { name: t('records.history'), exact: true }).click()
    const draft = desk.getByRole('button', { name: t('records.draft-only') })
    await expect(draft).toHaveAttribute('aria-pressed', 'true')
    await expect(desk.getByText(t('records.legend-added'), { exact: true })).toBeVisible()
    await expectAccessible(desk, "today's draft in the history")
    for (const width of [820, 360]) {
      await desk.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(desk, `two versions at ${width}`)
    }
    await editor.close()
  })
})
