import type { Locator, Page } from '@playwright/test'
import { longestTask } from './harness/effort.ts'
import { Office } from './harness/office.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')
const temple = ownTemple()

// The lists of a temple with many years of content, beside the same lists of a new one. A busy machine slows both, so
// only the ratio of the times is compared. People do not notice a task below 50 ms.
const few = 20
const many = 2_000
const felt = 50

/** A fully rendered list has about a hundred times the rows; an incrementally rendered one, about five times. */
const mostTimesRows = 10
const mostTimesTask = 10

/** The effect of an action: the longest time that the page was blocked, in milliseconds, and the rendered rows. */
type Effort = { task: number; rows: number }

/** The minimum of three runs, which excludes delays from other processes. */
async function effort(
  page: Page,
  rows: Locator,
  before: () => Promise<void>,
  act: () => Promise<void>,
): Promise<Effort> {
  let task = Number.POSITIVE_INFINITY
  for (let time = 0; time < 3; time++) {
    await before()
    task = Math.min(task, await longestTask(page, act))
  }
  return { task, rows: await rows.count() }
}

function expectAlike(what: string, short: Effort, long: Effort) {
  const times = { rows: long.rows / short.rows, task: Math.max(felt, long.task) / Math.max(felt, short.task) }
  test.info().annotations.push({ type: what, description: JSON.stringify({ short, long, times }) })
  expect.soft(times.rows, `${what}: rows drawn of ${many} beside ${few}`).toBeLessThanOrEqual(mostTimesRows)
  expect.soft(times.task, `${what}: the longest task with ${many} beside ${few}`).toBeLessThanOrEqual(mostTimesTask)
}

test('lists of 2,000 rows open and filter as fast as lists of 20', async ({ browser, watch }) => {
  test.setTimeout(240_000)
  const program = temple()
  const { page } = await Office.open(browser, watch, program, 'editor', { width: 1280 })
  const main = page.getByRole('main')
  const questions = main.locator('ol > li')
  const tab = (kind: string) =>
    page.getByRole('navigation', { name: t('records.kinds') }).getByRole('link', { name: t(`records.kind-${kind}`) })
  const filter = page.getByRole('combobox', { name: t('records.filter') })

  /** The list of FAQ entries: opened from another list, and filtered. */
  const records = async (count: number) => {
    program.fillQuestions(count)
    await page.goto('/admin/pages')
    await expect(tab('question')).toContainText(String(count)) // its rows have loaded
    const opened = await effort(
      page,
      questions,
      async () => {
        await tab('page').click()
        await expect(tab('page')).toHaveAttribute('aria-current', 'page')
      },
      async () => {
        await tab('question').click()
        await expect(questions.first()).toBeVisible()
        await expect(tab('question')).toHaveAttribute('aria-current', 'page')
      },
    )
    const back = await effort(
      page,
      questions,
      async () => {
        await filter.selectOption('missing')
        await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0)
      },
      async () => {
        await filter.selectOption('all')
        await expect(page.getByRole('button', { name: /^Move/ }).first()).toBeVisible()
      },
    )
    return { opened, back }
  }

  /** Old addresses, which the server sends in pages. */
  const addresses = async (count: number) => {
    program.fillAddresses(count)
    const rows = page.getByRole('region', { name: t('addresses.to-heading') }).getByRole('row')
    return effort(
      page,
      rows,
      async () => {
        await page.goto('/admin/pages')
        await expect(questions.first()).toBeVisible()
      },
      async () => {
        await page
          .getByRole('link', { name: t('office.area-addresses') })
          .first()
          .click()
        await expect(page.getByText(t('addresses.shown', { shown: Math.min(50, count), total: count }))).toBeVisible()
      },
    )
  }

  const short = { records: await records(few), addresses: await addresses(few) }
  const long = { records: await records(many), addresses: await addresses(many) }
  expectAlike('questions opened', short.records.opened, long.records.opened)
  expectAlike('all questions after a filter', short.records.back, long.records.back)
  expectAlike('old addresses opened', short.addresses, long.addresses)
})
