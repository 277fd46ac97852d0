import type { Page } from '@playwright/test'
import { Office } from './harness/office.ts'
import { csv, gb18030, xlsx, type Cell } from './harness/sheets.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

// The existing members are only those of this file.
const temple = ownTemple()

const t = wordsOf('en')
const zh = wordsOf('zh')

const head = ['姓名', 'Name', 'Mobile', 'Email']
const people: string[][] = [
  ['林国华', 'Lim Kok Hua', '8123 0099', 'kokhua@example.com'],
  ['王秀英', 'Ong Siew Eng', '9445 6677', ''],
  ['陈吉祥', 'Tan Kiat Siong', '9876 543', ''],
]
const workbook = (rows: readonly (readonly Cell[])[]) => ({
  name: 'members.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: xlsx(rows, 'Members'),
})

async function bring(page: Page, file: { name: string; mimeType: string; buffer: Buffer }, words = t) {
  await page.goto('/admin/imports/new')
  await page.getByRole('radio', { name: words('imports.kind-members') }).check()
  await page.getByLabel(words('imports.file')).setInputFiles(file)
}

const tile = (page: Page, sort: string, count: number) =>
  page
    .getByRole('navigation', { name: t('imports.sorts') })
    .getByRole('link', { name: `${count} ${t(`imports.count-${sort}`, { count })}` })

test('members are imported from a workbook, once, and the import is undone', async ({
  browser,
  watch,
  saveScreenshot,
}) => {
  const office = await Office.open(browser, watch, temple(), 'admin', { at: '/admin/imports' })
  const desk = office.page
  await expect(desk.getByText(t('imports.empty'))).toBeVisible()
  await expectAccessible(desk, 'no import yet')
  await desk.getByRole('link', { name: t('imports.new') }).click()
  await expectAccessible(desk, 'a new import')

  await bring(desk, workbook([head, ...people]))
  await expect(desk.getByLabel(t('imports.field-mobile'))).toHaveValue('2')
  await expectAccessible(desk, 'the columns')
  await desk.getByRole('button', { name: t('imports.columns-do') }).click()
  await expect(tile(desk, 'ready', 2)).toBeVisible()
  await expect(tile(desk, 'unreadable', 1)).toBeVisible()
  await saveScreenshot(desk, 'import-look')
  await expectAccessible(desk, 'what a row lacks')

  await desk.getByRole('textbox', { name: t('imports.field-mobile') }).fill('9876 5432')
  await desk.getByRole('button', { name: t('imports.answer-set') }).click()
  await expect(tile(desk, 'ready', 3)).toBeVisible()
  const start = t('imports.start', { count: 3, shown: '3' })
  await desk.getByRole('button', { name: start }).click()
  await desk.getByRole('dialog').getByRole('button', { name: start }).click()
  await expect(desk.getByText(t('imports.made-members', { count: 3, shown: '3' }))).toBeVisible()
  await expectAccessible(desk, 'what was made')
  const address = desk.url()

  // The same people in a file with another name: nothing is created.
  await bring(desk, { name: 'again.csv', mimeType: 'text/csv', buffer: gb18030(csv([head, ...people.slice(0, 2)])) })
  await desk.getByRole('button', { name: t('imports.columns-do') }).click()
  await expect(tile(desk, 'known', 2)).toBeVisible()
  await expect(tile(desk, 'ready', 0)).toBeVisible()
  await expect(desk.getByText(t('imports.none-ready'))).toBeVisible()

  await desk.goto(address)
  await desk.getByRole('button', { name: t('imports.undo') }).click()
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: t('imports.undo') })
    .click()
  await expect(desk.getByText(/undid this import/)).toBeVisible()
  await office.close()
})

test.describe('an unreadable import file', () => {
  test.use({ allowedErrors: /status of 400/ })

  test('an unreadable import file is refused with the error at the file field', async ({ browser, watch }) => {
    const office = await Office.open(browser, watch, temple(), 'admin')
    const desk = office.page
    await bring(desk, { name: 'members.xlsx', mimeType: '', buffer: Buffer.from('%PDF-1.7 not a sheet') })
    const field = desk.locator('input[type=file]')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(desk.getByRole('radio', { name: t('imports.kind-members') })).toBeChecked()
    await expectAccessible(desk, 'a file that is refused')
    await office.close()
  })
})

test('the import screen in Chinese shows rows on a tablet', async ({ browser, watch, saveScreenshot }) => {
  const office = await Office.open(browser, watch, temple(), 'admin', { width: 820 })
  const desk = office.page
  await desk.getByRole('button', { name: '简体中文' }).click()
  await expect(desk.locator('html')).toHaveAttribute('lang', /^zh/)
  await bring(desk, { name: '会员.csv', mimeType: 'text/csv', buffer: gb18030(csv([head, ...people])) }, zh)
  await desk.getByRole('button', { name: zh('imports.columns-do') }).click()
  await expect(desk.getByRole('cell', { name: '陈吉祥' })).toBeVisible()
  await expectNoSidewaysScroll(desk, 'rows at 820 pixels')
  await expectAccessible(desk, 'rows in Chinese', 'zh')
  await saveScreenshot(desk, 'import-820-zh')
  await desk.evaluate(() => (document.documentElement.style.fontSize = '140%'))
  await expectNoSidewaysScroll(desk, 'rows at 820 pixels, text at 140 %')
  await office.close()
})
