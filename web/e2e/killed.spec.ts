import type { Locator, Page } from '@playwright/test'
import { Office } from './harness/office.ts'
import { newKey } from './harness/setup.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { saved } from './harness/editor.ts'

const t = wordsOf('en')
const temple = ownTemple()

/** An input of the office, and where it is typed. */
type Work = {
  name: string
  open: (desk: Page) => Promise<void>
  field: (desk: Page) => Locator
  /** The text shown while it waits for the server; undefined for forms that are only sent by a button. */
  waits?: string
}

const works: Work[] = [
  {
    name: 'a page',
    open: async (desk) => {
      await desk.goto('/admin/pages')
      await desk.getByRole('link', { name: /^Volunteering/ }).click()
    },
    field: (desk) => desk.getByRole('textbox', { name: t('records.title-en'), exact: true }),
    waits: t('records.offline', { count: 1 }),
  },
  {
    name: 'an offering',
    open: async (desk) => {
      await desk.goto('/admin/offerings')
      await desk.getByRole('link', { name: /^Blessing lamp/ }).click()
    },
    field: (desk) => desk.getByRole('textbox', { name: t('records.summary-en'), exact: true }),
    waits: t('records.offline', { count: 1 }),
  },
  {
    name: 'a sentence',
    open: async (desk) => {
      await desk.goto('/admin/words?q=error.not-found-text')
      await desk.getByRole('link', { name: t('words.open', { key: 'error.not-found-text' }) }).click()
    },
    field: (desk) => desk.getByRole('textbox', { name: t('words.in-en'), exact: true }),
    waits: t('words.offline'),
  },
  {
    name: 'an answer to a letter',
    open: async (desk) => {
      const letter = await desk.request.post('/api/form/awaiting', {
        headers: newKey(),
        data: {
          form: 'contact',
          values: {
            name: '林小慧',
            email: 'xiaohui@example.com',
            topic: 'visit',
            message: '可以来参访吗？',
            consent: true,
          },
        },
      })
      const { id } = (await letter.json()) as { id: string }
      await desk.goto(`/admin/inbox/${id}`)
    },
    field: (desk) => desk.getByRole('textbox', { name: /^Your answer in/ }),
  },
]

/** The content of a field or of the rich text editor. */
const textOf = (field: Locator) =>
  field.evaluate((one) => ('value' in one && typeof one.value === 'string' ? one.value : one.textContent))

test.describe('the server is killed between a keystroke and its save', () => {
  test.use({ allowedErrors: /Failed to load resource|NoAnswer|no answer|Failed to fetch|ERR_|did not come/ })

  for (const work of works) {
    test(`${work.name}: nothing typed is lost`, async ({ browser, watch, saveScreenshot }) => {
      const { page: desk } = await Office.open(browser, watch, temple(), 'editor', { at: '' })
      await desk.clock.install() // controls the wait between two tries
      const soon = (words: string | RegExp) =>
        expect(async () => {
          await desk.clock.fastForward(5_000)
          await expect(desk.getByText(words)).toBeVisible({ timeout: 500 })
        }).toPass({ timeout: 30_000 })
      await work.open(desk)
      const field = work.field(desk)
      await expect(field).toBeVisible()
      const words = `Typed before the end ${Date.now()}`
      await temple().kill()
      await field.fill(words)
      if (work.waits) await soon(work.waits)
      expect(await textOf(field)).toBe(words)
      await saveScreenshot(desk, work.name.replaceAll(' ', '-'))
      await temple().again()
      // Automatically, without a click.
      if (work.waits) await soon(/^Saved \d/)
      await desk.reload()
      await expect.poll(() => textOf(work.field(desk))).toBe(words)
      await desk.context().close()
    })
  }

  test('a page stays usable when its text editor fails to load, and loads the editor later', async ({
    browser,
    watch,
    saveScreenshot,
  }) => {
    const { page: desk } = await Office.open(browser, watch, temple(), 'editor')
    const editors = '**/assets/text-editor-*.js'
    await desk.route(editors, (route) => route.abort())
    await desk.goto('/admin/pages')
    await desk.getByRole('link', { name: /^Visiting/ }).click()
    const failed = desk.getByText(t('office.failed'), { exact: true }).first()
    await expect(failed).toBeVisible()
    const title = desk.getByRole('textbox', { name: t('records.title-en'), exact: true })
    await title.fill('Visiting without an editor')
    await saved(desk)
    await saveScreenshot(desk, 'no-editor')
    await desk.unroute(editors)
    // A browser that does not retry a failed script loads the page again.
    await expect(async () => {
      const again = desk.getByRole('button', { name: t('common.try-again') }).first()
      if (await again.isVisible()) await again.click({ timeout: 1_000 })
      await expect(desk.getByText(t('office.failed'), { exact: true })).toHaveCount(0, { timeout: 2_000 })
    }).toPass()
    await expect(desk.getByRole('textbox', { name: t('records.text-label-en') })).toBeVisible()
    await expect(title).toHaveValue('Visiting without an editor')
    await desk.context().close()
  })
})
