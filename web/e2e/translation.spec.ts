import { Office } from './harness/office.ts'
import { photograph } from './harness/pictures.ts'
import { makeRecord } from './harness/record.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { saved } from './harness/editor.ts'

const t = wordsOf('en')
const zh = wordsOf('zh')

test.describe('the second language of a page', () => {
  test.use({ allowedErrors: /status of 400/ })

  test('the editor of a second language lists missing parts, shows the first language as a hint, publishes it alone, and accepts dropped pictures', async ({
    browser,
    watch,
    program,
    saveScreenshot,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '', width: 1280 })
    const desk = editor.page
    const id = await makeRecord(desk.request, {
      kind: 'page',
      key: 'hands',
      fields: {
        'title.en': 'Hands',
        'html.en':
          '<p>Eighty pairs of hands keep this place going.</p><h2>Where we need help</h2><ul><li>Kitchen: every Saturday</li><li>Guiding: in Mandarin, English and Tamil</li></ul><p>Leave your name with the office.</p>',
      },
    })
    await desk.goto(`/admin/pages/${id}`)
    const needs = desk.getByRole('heading', { name: t('records.needs-zh') })
    await expect(needs).toBeVisible()
    await expect(desk.getByText(t('records.line-zh'))).toBeVisible()
    await expectAccessible(desk, 'a page without Chinese')
    await saveScreenshot(desk, 'missing-1280')

    // The same structure, with the English as a hint; each missing part links to its field.
    await desk.getByRole('button', { name: t('records.write-zh') }).click()
    const chinese = desk.getByRole('textbox', { name: t('records.text-label-zh'), exact: true })
    await expect(chinese.locator('.is-hinted')).toHaveCount(5)
    await expectAccessible(desk, 'the skeleton')
    await saveScreenshot(desk, 'skeleton-1280')
    await desk.getByRole('button', { name: new RegExp(`^${t('records.needs-title')}`) }).click()
    await desk.keyboard.type('人手')
    await desk.getByRole('button', { name: 'Leave your name with the office.' }).click()
    await desk.keyboard.type('请向办公室留名。')
    await expect(chinese.locator('p').last()).toHaveText('请向办公室留名。')
    await expect(chinese.locator('.is-hinted')).toHaveCount(4)
    await saved(desk)

    // Dropped pictures are added to the library and inserted where they were dropped; other files are reported.
    const english = desk.getByRole('textbox', { name: t('records.text-label-en'), exact: true })
    const files = await Promise.all([
      photograph(desk.context(), 'hall', 'hall.jpg'),
      photograph(desk.context(), 'gate', 'gate.jpg'),
    ])
    const sent = [
      ...files.map(({ name, mimeType, buffer }) => ({ name, mimeType, data: buffer.toString('base64') })),
      { name: 'plan.pdf', mimeType: 'application/pdf', data: Buffer.from('%PDF-1.4 no picture').toString('base64') },
    ]
    await english.locator('h2').evaluate((heading, all) => {
      const data = new DataTransfer()
      for (const { name, mimeType, data: base64 } of all)
        data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type: mimeType }))
      const { left, top } = heading.getBoundingClientRect()
      heading.dispatchEvent(
        new DragEvent('drop', {
          bubbles: true,
          cancelable: true,
          dataTransfer: data,
          clientX: left + 5,
          clientY: top + 2,
        }),
      )
    }, sent)
    await expect(english.locator('p + img + img + h2')).toBeVisible()
    const dialog = desk.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: t('pictures.shows') })).toBeVisible()
    await expectAccessible(desk, 'what a dropped picture shows')
    await saveScreenshot(desk, 'dropped-1280')
    await dialog.getByLabel(t('pictures.alt-en'), { exact: true }).fill('The hall')
    await dialog.getByLabel(t('pictures.alt-zh'), { exact: true }).fill('大殿')
    await dialog.getByRole('button', { name: t('common.save'), exact: true }).click()
    await dialog.getByRole('button', { name: t('records.say-later') }).click()
    await expect(desk.getByRole('alert').filter({ hasText: t('fault.photo-not-a-picture') })).toBeVisible()
    await expectAccessible(desk, 'a file that is no picture')
    await saveScreenshot(desk, 'refused-1280')
    await desk.getByRole('button', { name: t('pictures.clear') }).click()

    // The missing caption of the other picture is asked for here; the Chinese can be published without it.
    await desk.getByRole('button', { name: t('records.publish'), exact: true }).click()
    await expect(dialog.getByRole('heading', { name: t('records.site-changes') })).toBeVisible()
    await expectAccessible(desk, 'publishing in two columns')
    await saveScreenshot(desk, 'publish-1280')
    await dialog.getByRole('button', { name: t('records.publish-only-zh') }).click()
    await expect(dialog.getByRole('button', { name: t('records.publish-now-zh') })).toBeEnabled()
    await desk.setViewportSize({ width: 820, height: 1100 })
    await expectNoSidewaysScroll(desk, 'publishing')
    await saveScreenshot(desk, 'publish-820')
    await desk.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(desk, 'publishing')
    await saveScreenshot(desk, 'publish-360')
    await dialog.getByRole('button', { name: t('records.not-yet') }).click()
    await expectNoSidewaysScroll(desk, 'publishing')

    // In Chinese.
    await desk.setViewportSize({ width: 1280, height: 900 })
    await desk.getByRole('button', { name: '简体中文' }).click()
    await expect(desk.getByRole('button', { name: 'English', exact: true })).toBeVisible()
    await expect(desk.getByRole('heading', { name: zh('records.needs-zh') })).toBeVisible()
    await desk.reload()
    await expect(desk.getByRole('heading', { name: zh('records.needs-zh') })).toBeVisible()
    await saveScreenshot(desk, 'needs-zh-1280')
    await desk.getByRole('button', { name: zh('records.publish'), exact: true }).click()
    await expect(dialog.getByRole('heading', { name: zh('records.site-changes') })).toBeVisible()
    await saveScreenshot(desk, 'publish-zh-1280')
    await editor.close()
  })
})
