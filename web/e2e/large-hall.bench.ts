import type { Page } from '@playwright/test'
import { longestTask } from './harness/effort.ts'
import { makeEmptyHall, type HallSize } from './harness/hall.ts'
import { Office } from './harness/office.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')
const temple = ownTemple()

// People do not notice a task below 50 ms. A busy machine slows both halls alike.
const felt = 50
const mostTimes = 10
const keys = 40

const small: HallSize = { key: 'small', towers: 1, rows: 10, units: 10 }
const large: HallSize = { key: 'large', towers: 2, rows: 100, units: 50 }

/** The longest time that the page was blocked, in milliseconds, and the number of rendered elements. */
async function measured(page: Page, { key, rows }: HallSize) {
  const cell = page.getByRole('gridcell', { selected: true })
  const opened = await longestTask(page, async () => {
    await page.getByRole('link', { name: `${key} hall` }).click()
    await expect(page.getByRole('heading', { level: 2, name: `${key} hall` })).toBeVisible()
    await expect(cell).toBeVisible()
  })
  const elements = await page.getByRole('main').locator('*').count()
  await cell.focus()
  const moved = await longestTask(page, async () => {
    for (let n = 0; n < keys; n++) await page.keyboard.press(n % 2 ? 'ArrowUp' : 'ArrowRight')
    await expect(page.getByRole('grid')).toHaveAccessibleName(
      t('halls.row-of', { tower: 'A', row: Math.min(rows, 1 + keys / 2) }),
    )
  })
  const scrolled = await longestTask(page, async () => {
    for (let n = 0; n < 10; n++) {
      await page.mouse.wheel(0, n % 2 ? -400 : 400)
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    }
  })
  return { opened, moved, scrolled, elements }
}

test('a hall of 10,000 positions opens, scrolls and follows the arrow keys as fast as one of 100', async ({
  browser,
  watch,
}) => {
  test.setTimeout(180_000)
  const program = temple()
  const { page } = await Office.open(browser, watch, program, 'ritual', { width: 1280 })
  await makeEmptyHall(page.request, small)
  await makeEmptyHall(page.request, large)
  await page.goto('/admin/halls')
  const short = await measured(page, small)
  const long = await measured(page, large)
  test.info().annotations.push({ type: 'milliseconds', description: JSON.stringify({ short, long }) })
  for (const what of ['opened', 'moved', 'scrolled'] as const)
    expect
      .soft(Math.max(felt, long[what]) / Math.max(felt, short[what]), `${what}: ${long[what]} beside ${short[what]} ms`)
      .toBeLessThanOrEqual(mostTimes)
  expect.soft(long.elements / short.elements, 'elements drawn').toBeLessThanOrEqual(3)
})
