import { Office } from './harness/office.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { saved } from './harness/editor.ts'

const t = wordsOf('en')

test.describe('previewing a draft', () => {
  test('the preview shows the real page in the office, in both languages, at three widths, with changes marked and links disabled', async ({
    browser,
    watch,
    program,
    saveScreenshot,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { width: 1280 })
    const desk = editor.page
    await desk.getByRole('main').getByRole('link', { name: 'Our history' }).first().click()
    const title = desk.getByRole('textbox', { name: t('records.title-en'), exact: true })
    await title.fill('Our history, told anew')
    await saved(desk)
    await desk.getByRole('button', { name: t('records.preview'), exact: true }).click()
    const preview = desk.getByRole('dialog')
    await expect(preview.getByRole('heading', { name: /Preview of/ })).toBeVisible()
    const english = preview.frameLocator('iframe[title*="in English"]')
    await expect(english.getByRole('heading', { level: 1, name: 'Our history, told anew' })).toBeVisible()
    const marked = () =>
      preview
        .locator('iframe')
        .first()
        .evaluate((frame) => {
          const page = (frame as HTMLIFrameElement).contentWindow as Window & typeof globalThis
          return [...(page.CSS.highlights.get('office') ?? [])].map((range) => (range as Range).toString())
        })
    await expect.poll(marked).toContain(', told anew')
    await expectAccessible(desk, 'a preview')
    await expectNoSidewaysScroll(desk, 'a preview')
    await saveScreenshot(desk, 'preview-1280-en')

    // A link in the preview is marked as disabled, and clicking it does nothing.
    await english.getByRole('contentinfo').getByRole('link').first().click()
    await expect(preview.getByText(t('records.preview-held'))).toBeVisible()
    await expect(english.getByRole('heading', { level: 1, name: 'Our history, told anew' })).toBeVisible()

    await preview.getByRole('radio', { name: t('records.preview-both') }).press('Space')
    await expect(preview.locator('iframe')).toHaveCount(2)
    await expect(preview.frameLocator('iframe[title*="in Chinese"]').getByRole('heading', { level: 1 })).toBeVisible()
    await saveScreenshot(desk, 'preview-1280-both')
    for (const [name, width] of [
      [t('records.preview-phone'), 390],
      [t('records.preview-tablet'), 820],
    ] as const) {
      await preview.getByRole('radio', { name }).press('Space')
      await expect
        .poll(() => english.locator('html').evaluate((html) => html.ownerDocument.defaultView?.innerWidth))
        .toBe(width)
    }
    await desk.setViewportSize({ width: 820, height: 1100 })
    await expectNoSidewaysScroll(desk, 'a preview on a tablet')
    await saveScreenshot(desk, 'preview-820-both')
    await desk.setViewportSize({ width: 360, height: 800 })
    await expectNoSidewaysScroll(desk, 'a preview on a phone')
    await desk.setViewportSize({ width: 1280, height: 900 })

    // A preview link for others is created, opened without an account, and disabled.
    await preview.getByRole('button', { name: t('records.make-link') }).click()
    const address = await preview.getByText(/\?look=/).innerText()
    const other = await browser.newContext({ baseURL: program.url, locale: 'en-SG' })
    watch(other)
    const page = await other.newPage()
    await page.goto(new URL(address).pathname + new URL(address).search)
    await expect(page.getByRole('heading', { level: 1, name: 'Our history, told anew' })).toBeVisible()
    await preview.getByRole('button', { name: t('records.end-link') }).click()
    await expect(preview.getByRole('button', { name: t('records.end-link') })).toHaveCount(0)
    await other.close()

    await desk.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    await expect(title).toHaveValue('Our history, told anew')
    await title.fill('Our history')
    await saved(desk)
    await editor.close()
  })
})
