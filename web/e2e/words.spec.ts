import { Office } from './harness/office.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { saved } from './harness/editor.ts'

const t = wordsOf('en')
const zh = wordsOf('zh')

test.describe('editing the program’s texts', () => {
  // The tests open a page that does not exist, and send a text that is refused.
  test.use({ allowedErrors: /status of 40[04]/ })
  test('texts are found by their content, reworded in both languages, published together and undone', async ({
    browser,
    watch,
    program,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '/admin/words', width: 820 })
    const desk = editor.page
    await expect(desk.getByRole('heading', { level: 1, name: t('words.top') })).toBeVisible()
    await expect(desk.getByRole('region', { name: t('words.part-about-us') })).toBeVisible()
    await expectNoSidewaysScroll(desk, 'words')

    // By the Chinese text of the 404 page, which no other test changes.
    const was = { en: t('error.not-found-text'), zh: zh('error.not-found-text') }
    await desk.getByRole('searchbox').fill(was.zh)
    await desk.getByRole('searchbox').press('Enter')
    await expect(desk).toHaveURL(/q=/)
    // Each part shows its number of results; one button clears the filter.
    await expect(desk.getByRole('region', { name: t('words.part-error') })).toContainText(/^Error pages1/)
    await expectAccessible(desk, 'words') // axe is slow on some thousand similar rows
    await desk.getByRole('button', { name: t('office.search-clear') }).click()
    await expect(desk).not.toHaveURL(/q=/)
    await expect(desk.getByRole('searchbox')).toBeFocused()
    await desk.getByRole('searchbox').fill('stone lanterns')
    await desk.getByRole('searchbox').press('Enter')
    const written = desk.getByRole('region', { name: t('words.also-written') })
    await expect(written.locator('mark').first()).toHaveText('stone lanterns')
    await expectAccessible(desk, 'what the temple wrote itself')
    await expectNoSidewaysScroll(desk, 'what the temple wrote itself')
    await desk.getByRole('searchbox').fill(was.zh)
    await desk.getByRole('searchbox').press('Enter')
    await desk.getByRole('link', { name: t('words.open', { key: 'error.not-found-text' }) }).click()
    const english = desk.getByRole('textbox', { name: t('words.in-en'), exact: true })
    const chinese = desk.getByRole('textbox', { name: t('words.in-zh'), exact: true })
    await english.fill('This page has moved or never was. Please call us.')
    await chinese.fill('这一页已搬走。请来电查询。')
    await saved(desk)
    await expectAccessible(desk, 'a sentence')
    await expectNoSidewaysScroll(desk, 'a sentence')

    const visitor = await browser.newContext({ baseURL: program.url, locale: 'en-SG' })
    watch(visitor)
    const site = await visitor.newPage()
    await site.goto('/nowhere')
    await expect(site.getByText(was.en)).toBeVisible()

    // Both languages are published together, after both were reviewed.
    await desk.getByRole('button', { name: t('words.publish', { count: 1 }) }).click()
    const dialog = desk.getByRole('dialog')
    await expect(dialog.getByRole('checkbox')).toHaveCount(2)
    await expectAccessible(desk, 'publishing words')
    await dialog.getByRole('button', { name: t('words.publish-now', { count: 2 }) }).click()
    await expect(desk.getByText(t('words.published', { count: 2 }))).toBeVisible()
    await site.goto('/nowhere')
    await expect(site.getByText('This page has moved or never was. Please call us.')).toBeVisible()
    await site.goto('/zh/nowhere')
    await expect(site.getByText('这一页已搬走。请来电查询。')).toBeVisible()

    await desk.getByRole('button', { name: t('words.take-back') }).click()
    await expect(desk.getByText(t('words.taken-back'))).toBeVisible()
    await site.goto('/nowhere')
    await expect(site.getByText(was.en)).toBeVisible()

    // The drafts were kept; the built-in texts are restored.
    await desk.goto('/admin/words?show=waiting')
    await desk.getByRole('link', { name: t('words.open', { key: 'error.not-found-text' }) }).click()
    await expect(english).toHaveText('This page has moved or never was. Please call us.')
    await desk.getByRole('button', { name: t('words.put-back') }).click()
    await expect(english).toHaveText(was.en)
    await saved(desk)
    await desk.goto('/admin/words?show=waiting')
    await expect(desk.getByText(t('words.none-waiting'))).toBeVisible()
    await desk.setViewportSize({ width: 360, height: 800 })
    await desk.goto('/admin/words?q=subscription')
    await expect(desk.getByRole('region', { name: t('words.part-subscription') })).toBeVisible()
    await expectNoSidewaysScroll(desk, 'words on a phone')
    await editor.close()
    await visitor.close()
  })

  test('placeholders are kept: each moves as one unit, and removing one is an error', async ({
    browser,
    watch,
    program,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', {
      at: '/admin/words/cart.quantity-of',
      width: 1280,
    })
    const desk = editor.page
    const english = desk.getByRole('textbox', { name: t('words.in-en') }).first()
    await expect(english).toBeVisible()
    const chip = english.locator('[data-name]')
    const name = await chip.first().innerText()
    await english.press('ControlOrMeta+a')
    await english.press('Backspace')
    await english.pressSequentially('Lamps: ')
    await expect(desk.getByText(t('words.refused'))).toBeVisible()
    await expect(english).toHaveAttribute('aria-invalid', 'true')
    for (const put of await desk.getByRole('button', { name: /^Insert “/ }).all()) await put.click()
    await expect(chip).not.toHaveCount(0)
    await expect(english).toContainText(name)
    await saved(desk)
    await desk.getByRole('button', { name: t('words.put-back') }).click()
    await saved(desk)
    await editor.close()
  })

  test('texts are picked by clicking them on the site, in both languages; visitors get none of the editing code', async ({
    browser,
    watch,
    program,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '/admin/words', width: 1280 })
    const desk = editor.page
    await desk.getByRole('link', { name: t('words.point') }).click()
    await expect(desk.getByRole('heading', { level: 1, name: t('words.point') })).toBeVisible()
    const site = desk.frameLocator('iframe')
    await site
      .getByRole('link', { name: t('common.faq') })
      .first()
      .click()
    const pointed = desk.getByRole('region', { name: t('words.pointed') })
    await expect(pointed.getByText('common.faq', { exact: true })).toBeVisible()
    await expect(pointed.getByRole('textbox', { name: t('words.in-zh'), exact: true })).toHaveText(zh('common.faq'))
    await expectAccessible(desk, 'pointing')
    for (const width of [1280, 820, 360]) {
      await desk.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(desk, `pointing, ${width} wide`)
    }
    await desk.setViewportSize({ width: 1280, height: 900 })

    // Browse mode within the frame, in Chinese, then picking again.
    await desk.getByLabel(t('office.field.language')).selectOption('zh')
    await desk.getByRole('checkbox', { name: t('words.pointing') }).click()
    await site
      .getByRole('link', { name: zh('common.faq') })
      .first()
      .click()
    await expect(site.getByRole('heading', { level: 1, name: zh('common.faq') })).toBeVisible()
    await desk.getByRole('checkbox', { name: t('words.pointing') }).click()
    await site.getByRole('heading', { level: 1, name: zh('common.faq') }).click()
    await expect(pointed.getByRole('textbox', { name: t('words.in-en'), exact: true })).toHaveText(t('common.faq'))
    await editor.close()
  })
})
