import { Office } from './harness/office.ts'
import { photograph } from './harness/pictures.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { publish, saved } from './harness/editor.ts'

const t = wordsOf('en')
const zh = wordsOf('zh')
const temple = ownTemple()

test.describe('the picture library', () => {
  test.use({ allowedErrors: /status of 400/ })

  test('pictures are uploaded, described, used, replaced, and cannot be deleted while in use', async ({
    page,
    browser,
    watch,
    saveScreenshot,
  }) => {
    const editor = await Office.open(browser, watch, temple(), 'editor', { at: '/admin/pictures' })
    const desk = editor.page
    await expect(desk.getByText(t('pictures.none'))).toBeVisible()
    await expectAccessible(desk, 'the empty library')
    const add = desk.getByLabel(t('pictures.add'), { exact: true }).and(desk.locator('input'))
    await add.setInputFiles([
      await photograph(desk.context(), 'hall', 'hall-roof.jpg'),
      { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>no picture') },
    ])
    await expect(desk.getByText(t('fault.photo-not-a-picture'))).toBeVisible()
    await expect(desk.getByRole('heading', { name: 'hall-roof.jpg' })).toBeVisible()
    await desk.getByRole('button', { name: t('pictures.clear') }).click()

    await desk.getByLabel(t('pictures.alt-en'), { exact: true }).fill('The Main Hall with its new roof')
    await desk.getByLabel(t('pictures.alt-zh'), { exact: true }).fill('新瓦落成的大殿')
    await desk.getByRole('button', { name: /^What must not be cut: 50/ }).press('ArrowUp')
    await expect(desk.getByRole('button', { name: /45% from the top/ })).toBeVisible()
    await desk.getByRole('button', { name: t('common.save'), exact: true }).click()
    await expect(desk.getByText(t('office.saved'))).toBeVisible()
    await expect(desk.getByText(/^400 · 800 · 1,600 pixels wide/)).toBeVisible({ timeout: 20_000 })
    await expectAccessible(desk, 'the library with a picture')
    await saveScreenshot(desk, 'pictures-1440')

    // A banner uses it instead of its drawing.
    await desk.goto('/admin/banners')
    await desk.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await desk.getByRole('button', { name: t('pictures.choose') }).click()
    await expect(desk.getByRole('dialog').locator('input[type=file]')).toBeEnabled()
    await expectAccessible(desk, 'choosing a picture')
    await saveScreenshot(desk, 'pictures-picker')
    await desk.getByRole('dialog').getByRole('button', { name: 'hall-roof.jpg' }).click()
    await saved(desk)
    const banner = desk.url()
    await publish(desk)
    const shown = page.locator('main picture img')
    await expect(async () => {
      await page.goto('/')
      await expect(shown).toHaveCount(1, { timeout: 200 })
    }).toPass()
    await expect(shown).toHaveAttribute('src', /\/media\/[\w-]+\/1-800\.jpg/)
    expect(await shown.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/1-\d+\.webp$/)
    expect(await shown.evaluate((img: HTMLImageElement) => getComputedStyle(img).objectPosition)).toBe('50% 50%')

    // A text uses it too, inserted with the toolbar.
    await desk.goto('/admin/pages?kind=question')
    await desk.getByRole('main').getByRole('listitem').getByRole('link').last().click()
    const text = desk.getByRole('textbox', { name: t('records.text-label-en'), exact: true })
    await text.click()
    await desk.keyboard.press('ControlOrMeta+End')
    await desk.getByRole('button', { name: t('editor.picture') }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'hall-roof.jpg' }).click()
    await expect(text.locator('img')).toBeVisible()
    await saved(desk)
    await expectAccessible(desk, 'a text with a picture')

    // Its uses are listed, and replacing the file changes both.
    await desk.goto('/admin/pictures')
    await desk.getByRole('link', { name: 'hall-roof.jpg' }).click()
    await expect(desk.getByText(t('pictures.in-use', { count: 2 }))).toBeVisible()
    await expect(desk.getByRole('button', { name: t('office.delete'), exact: true })).toHaveCount(0)
    await desk
      .getByLabel(t('pictures.replace'), { exact: true })
      .and(desk.locator('input'))
      .setInputFiles(await photograph(desk.context(), 'gate', 'gate.jpg'))
    await expect(desk.getByText(t('pictures.replaced'))).toBeVisible()
    await expect(async () => {
      await page.goto('/')
      await expect(shown).toHaveAttribute('src', /\/2-800\.jpg/, { timeout: 200 })
    }).toPass()

    // The banner gets its drawing back. The draft of the text still uses the picture.
    await desk.goto(banner)
    await desk.getByRole('button', { name: t('records.take-out') }).click()
    await saved(desk)
    await publish(desk)
    await desk.goto('/admin/pictures')
    await expect(desk.getByText(t('pictures.used', { count: 1 }))).toBeVisible()

    // An unused picture can be deleted and restored.
    await add.setInputFiles(await photograph(desk.context(), 'bell', 'bell.jpg'))
    await expect(desk.getByRole('heading', { name: 'bell.jpg' })).toBeVisible()
    await desk.getByRole('button', { name: t('office.delete'), exact: true }).click()
    await expect(desk.getByText(t('pictures.deleted', { name: 'bell.jpg' }))).toBeVisible()
    await expect(desk.getByRole('link', { name: 'bell.jpg' })).toHaveCount(0)
    await desk.getByRole('button', { name: t('common.undo') }).click()
    await expect(desk.getByRole('link', { name: 'bell.jpg' })).toBeVisible()

    // Back asks first during an upload, as a link does.
    await desk.goto('/admin/pages')
    await desk
      .getByRole('navigation', { name: t('office.menu') })
      .getByRole('link', { name: t('office.area-pictures'), exact: true })
      .click()
    await expect(desk.getByRole('heading', { level: 1, name: t('office.area-pictures') })).toBeVisible()
    const waiting: (() => void)[] = []
    const held = new Promise<void>((done) => waiting.push(done))
    await desk.route(/\/api\/admin\/picture(\?|$)/, async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await add.setInputFiles(await photograph(desk.context(), 'incense', 'incense.jpg'))
    await expect(desk.getByText('incense.jpg')).toBeVisible() // the upload is running
    const leave = desk.getByRole('dialog', { name: t('office.leave-title') })
    for (const more of [true, false]) {
      await desk.evaluate(() => history.back())
      await expect(leave).toBeVisible()
      await expect(desk).toHaveURL(/\/admin\/pictures/)
      if (more) await expectAccessible(desk, 'the question before leaving')
      await leave.getByRole('button', { name: t('office.leave-stay') }).click()
      await expect(leave).toHaveCount(0)
    }
    waiting.forEach((goOn) => goOn())
    await expect(desk.getByRole('heading', { name: 'incense.jpg' })).toBeVisible()

    await desk.setViewportSize({ width: 820, height: 1100 })
    await desk
      .getByRole('link', { name: '简体中文' })
      .or(desk.getByRole('button', { name: '简体中文' }))
      .first()
      .click()
    await expect(desk.getByRole('heading', { level: 1, name: zh('office.area-pictures') })).toBeVisible()
    await expectNoSidewaysScroll(desk, 'the pictures at 820 pixels')
    await expectAccessible(desk, 'the pictures in Chinese', 'zh')
    await saveScreenshot(desk, 'pictures-820-zh')
    await desk.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(desk, 'the pictures on a phone')
    await editor.close()
  })
})
