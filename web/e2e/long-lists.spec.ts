import { Office } from './harness/office.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')
const temple = ownTemple()

// How long the page is blocked with 2,000 rows is measured in long-lists.bench.ts.
const many = 500

test('filtering covers all 500 rows of a list, and scrolling renders it to the last row', async ({
  browser,
  watch,
}) => {
  const program = temple()
  const { page } = await Office.open(browser, watch, program, 'editor', { width: 1280 })
  const questions = page.getByRole('main').locator('ol > li')
  const filter = page.getByRole('combobox', { name: t('records.filter') })
  program.fillQuestions(many)
  // The filter covers all rows, including those not rendered.
  await page.goto('/admin/pages?kind=question')
  await expect(page.getByText(t('office.shown', { shown: 100, total: many }))).toBeVisible()
  await expect(questions).toHaveCount(100)
  await expect(questions.first()).toHaveAttribute('aria-setsize', String(many))
  await expectAccessible(page, 'a list drawn in part')
  await filter.selectOption('missing')
  const missing = Number(
    program.row(
      "SELECT count(*) AS n FROM records WHERE kind = 'question' AND taken_at = 0 AND (state_en = 'missing' OR state_zh = 'missing')",
    ).n,
  )
  expect(missing).toBeGreaterThan(150)
  await expect(page.getByText(t('office.shown', { shown: 100, total: missing }))).toBeVisible()
  await filter.selectOption('all')

  // Scrolling renders further rows, part by part, to the last.
  await expect(page.getByText(t('office.shown', { shown: 100, total: many }))).toBeVisible()
  const last = questions.filter({ hasText: `Question ${many}` })
  await page.mouse.move(640, 600)
  await expect(async () => {
    await page.mouse.wheel(0, 1_000_000)
    expect(await questions.count()).toBe(many)
  }).toPass({ timeout: 60_000, intervals: [300] })
  await expect(last).toHaveAttribute('aria-posinset', String(many))

  // A row that is out of view keeps its place in the Tab order, and the last row keeps its buttons.
  await last.getByRole('button', { name: /^Move .* up$/ }).press('Enter')
  await expect(questions.last()).not.toContainText(`Question ${many}`)
  await expect(page.getByText(t('records.moved', { title: `Question ${many}`, place: many - 1 }))).toBeAttached()
})

test('the list of old addresses loads fifty at a time', async ({ browser, watch }) => {
  temple().fillAddresses(200)
  const { page } = await Office.open(browser, watch, temple(), 'editor', { at: '/admin/addresses' })
  const table = page.getByRole('region', { name: t('addresses.to-heading') })
  await expect(page.getByText(t('addresses.shown', { shown: 50, total: 200 }))).toBeVisible()
  await expect(table.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(50)
})
