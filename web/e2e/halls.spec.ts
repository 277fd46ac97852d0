import { makeEmptyHall, sellNothing } from './harness/hall.ts'
import { Office } from './harness/office.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')

// Own temple, since other tests do not expect that lamps are sold by position.
const temple = ownTemple()
test.use({ allowedErrors: /status of 400/ })

test('ritual staff create a hall and mark its occupied positions, and a lamp keeps its position', async ({
  browser,
  watch,
  saveScreenshot,
}) => {
  test.setTimeout(90_000)
  const program = temple()
  const { page } = await Office.open(browser, watch, program, 'ritual', { width: 1280 })
  // The demonstration already has a hall; this test adds another one.
  await expect(page.getByRole('heading', { name: 'Tower A' })).toBeVisible()
  await sellNothing(page.request)
  await page.getByRole('button', { name: t('halls.add-hall') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('halls.add-hall') }).click()
  await expect(dialog.getByText(t('fault.required')).first()).toBeVisible()
  await dialog.getByLabel(t('halls.title-en')).fill('East Hall')
  await dialog.getByLabel(t('halls.title-zh')).fill('东殿')
  await dialog.getByLabel(t('halls.key')).fill('main')
  await expectAccessible(page, 'adding a hall')
  await dialog.getByRole('button', { name: t('halls.add-hall') }).click()
  await expect(page.getByText(t('halls.no-tower'))).toBeVisible()
  for (const [code, x, y] of [
    ['A', '5', '70'],
    ['B', '5', '40'],
    ['C', '95', '70'],
  ] as const) {
    await page
      .getByRole('button', { name: t('halls.add-tower') })
      .first()
      .click()
    await dialog.getByLabel(t('halls.code')).fill(code)
    await dialog.getByLabel(t('halls.title-en')).fill(`Tower ${code}`)
    await dialog.getByLabel(t('halls.title-zh')).fill(`${code} 塔`)
    await dialog.getByLabel(t('halls.rows'), { exact: true }).fill('30')
    await dialog.getByLabel(t('halls.units')).fill('20')
    await dialog.getByLabel(t('halls.x'), { exact: true }).fill(x)
    await dialog.getByLabel(t('halls.y'), { exact: true }).fill(y)
    await dialog.getByRole('button', { name: t('halls.add-tower') }).click()
    await expect(page.getByRole('heading', { name: `Tower ${code}` })).toBeVisible()
  }
  await page.getByRole('button', { name: t('halls.tower-free', { tower: 'A', free: 0, count: 600 }) }).click()
  await page.getByRole('button', { name: t('halls.sell'), exact: true }).click()
  await dialog.getByLabel(t('halls.sold-for')).selectOption({ label: 'Blessing lamp · Grand lotus lamp' })
  await dialog.getByText(t('halls.by-devotee'), { exact: true }).click()
  await expectAccessible(page, 'saying what is sold')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByText(t('halls.sold', { count: 600 }))).toBeVisible()
  await expect(page.getByText(t('halls.of-tower', { count: 600, free: 600 }))).toBeVisible()

  // A walk-in gets a position at eye level, then moves, and the label at the former position must be taken down.
  const counter = await Office.open(browser, watch, program, 'counter')
  const option = await counter.page.evaluate(async () => {
    const answer = await fetch('/api/admin/catalogue/light-lamp')
    const offering = (await answer.json()) as { id: string; options: { id: string; key: string }[] }
    return { offeringId: offering.id, optionId: offering.options.find(({ key }) => key === 'grand')?.id }
  })
  const sold = await counter.page.request.post('/api/admin/walk-in', {
    headers: { 'Idempotency-Key': crypto.randomUUID(), Origin: program.url },
    data: {
      locale: 'en',
      payer: { name: 'Mdm Lim' },
      items: [{ ...option, quantity: 1, form: { people: [{ chineseName: '林美玲' }] } }],
      paymentAmount: 18800,
      method: 1,
      amountReceived: 18800,
    },
  })
  expect(sold.status(), await sold.text()).toBe(200)
  await page.getByRole('searchbox').fill('Mdm Lim')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: /A-12-01/ }).click()
  await expect(page.getByRole('heading', { name: 'A-12-01' })).toBeVisible()
  await expect(page.getByText('林美玲').first()).toBeVisible()
  await expectAccessible(page, 'the hall')
  await saveScreenshot(page, 'halls-en-1280')
  // The panel of this position links to a print run of its one label.
  await expect(page.getByRole('grid', { name: t('halls.row-of-eye', { tower: 'A', row: 12 }) })).toBeVisible()
  await page.getByRole('link', { name: t('halls.print-label'), exact: true }).click()
  await expect(page.getByRole('radio', { name: t('print.which-chosen') })).toBeChecked()
  await expectAccessible(page, 'a run of one label')
  await page.getByRole('button', { name: t('print.next') }).click()
  await expect(
    page.getByText(t('print.checks-total', { count: 1, sheets: t('print.run-sheets', { count: 1 }) })),
  ).toBeVisible()
  await page.getByRole('button', { name: t('print.next') }).click()
  await expect(page.getByRole('img', { name: t('print.proof-alt') })).toBeVisible()
  await page.getByRole('button', { name: t('print.make') }).click()
  await expect(page.getByText(t('print.run-ready'))).toBeVisible({ timeout: 40_000 })
  await page.getByRole('button', { name: t('print.run-cancel') }).click()
  await dialog.getByRole('button', { name: t('print.run-cancel') }).click()
  await expect(page.getByText(t('print.run-cancelled')).first()).toBeVisible()
  await page.goto(`${program.url}/admin/halls/main?tower=A&row=12&unit=1`)
  await page.getByRole('button', { name: t('halls.label-on') }).click()
  await expect(page.getByText(t('halls.label-hangs'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('halls.print-label-again') })).toBeVisible()

  await page.getByRole('button', { name: t('halls.move'), exact: true }).click()
  await dialog.getByLabel(t('halls.move-to')).fill('B-01-01')
  await dialog.getByRole('button', { name: t('halls.move'), exact: true }).click()
  await expect(dialog.getByText(t('fault.position-other-option'))).toBeVisible()
  await dialog.getByLabel(t('halls.move-to')).fill('a-12-03')
  await dialog.getByRole('button', { name: t('halls.move'), exact: true }).click()
  await expect(page.getByText(t('halls.moved', { old: 'A-12-01', code: 'A-12-03' }))).toBeVisible()
  await page.getByRole('button', { name: t('halls.take-down') }).click()
  await expect(page.getByText(t('halls.cleared', { code: 'A-12-01' }))).toBeVisible()

  // Arrow keys move along the row and between rows; a screen reader announces the state of each position.
  await page
    .getByRole('gridcell', { name: t('halls.said', { row: 12, unit: 1, state: t('halls.state-free') }) })
    .focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(
    page.getByRole('gridcell', { name: t('halls.said', { row: 12, unit: 3, state: t('halls.state-taken') }) }),
  ).toBeFocused()
  await expect(page.getByRole('heading', { name: 'A-12-03' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('heading', { name: 'A-13-03' })).toBeVisible()
  // A position that is not paid for has no label.
  await expect(page.getByRole('link', { name: t('halls.print-label'), exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: t('halls.out-of-use') }).click()
  await expect(page.getByText(t('halls.of-tower', { count: 600, free: 598 }))).toBeVisible()

  await page.getByRole('button', { name: '简体中文' }).click()
  await page.setViewportSize({ width: 820, height: 1100 })
  await expect(page.getByRole('heading', { level: 1, name: wordsOf('zh')('office.area-halls') })).toBeVisible()
  await expectNoSidewaysScroll(page, 'the hall at 820 pixels')
  await expectAccessible(page, 'the hall in Chinese', 'zh')
  await saveScreenshot(page, 'halls-zh-820')
})

// How long the page is blocked is measured in large-hall.bench.ts.
test('a hall of 10,000 positions renders as many elements as one of 100, and the arrow keys work', async ({
  browser,
  watch,
}) => {
  const { page } = await Office.open(browser, watch, temple(), 'ritual', { at: '', width: 1280 })
  const elements: number[] = []
  for (const size of [
    { key: 'small', towers: 1, rows: 10, units: 10 },
    { key: 'large', towers: 2, rows: 100, units: 50 },
  ]) {
    await makeEmptyHall(page.request, size)
    await page.goto(`/admin/halls/${size.key}`)
    await expect(page.getByRole('heading', { level: 2, name: `${size.key} hall` })).toBeVisible()
    const cell = page.getByRole('gridcell', { selected: true })
    await expect(cell).toBeVisible()
    elements.push(await page.getByRole('main').locator('*').count())
    await cell.focus()
    for (let n = 0; n < 40; n++) await page.keyboard.press(n % 2 ? 'ArrowUp' : 'ArrowRight')
    const row = Math.min(size.rows, 21)
    await expect(page.getByRole('grid')).toHaveAccessibleName(t('halls.row-of', { tower: 'A', row }))
  }
  const [few = 0, many = 0] = elements
  expect(many / few, `elements drawn: ${many} beside ${few}`).toBeLessThanOrEqual(3)
})
