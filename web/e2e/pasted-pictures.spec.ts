import type { Locator, Page } from '@playwright/test'
import { Office } from './harness/office.ts'
import { photograph, type PictureFile } from './harness/pictures.ts'
import { makeRecord } from './harness/record.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { saved } from './harness/editor.ts'

const t = wordsOf('en')

/** Pastes files as a file manager or screenshot tool puts them on the clipboard. */
async function paste(box: Locator, ...files: PictureFile[]) {
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, data: buffer.toString('base64') }))
  await box.evaluate((element, all) => {
    const data = new DataTransfer()
    for (const { name, mimeType, data: base64 } of all)
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type: mimeType }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, sent)
}

/** The same photograph at another size and compression, as a messenger would write it. */
async function smaller(page: Page, { buffer }: PictureFile, name: string): Promise<PictureFile> {
  const other = await page
    .context()
    .browser()!
    .newPage({ viewport: { width: 900, height: 675 } })
  await other.setContent(
    `<body style="margin:0"><img width="900" height="675" src="data:image/jpeg;base64,${buffer.toString('base64')}">`,
  )
  const again = await other.screenshot({ type: 'jpeg', quality: 60 })
  await other.close()
  return { name, mimeType: 'image/jpeg', buffer: again }
}

const pictureOf = (image: Locator) => image.getAttribute('src')

test('a picture pasted into a text is added to the library; if it is there already, that one is used', async ({
  browser,
  watch,
  program,
  saveScreenshot,
}) => {
  test.slow()
  const editor = await Office.open(browser, watch, program, 'editor', { at: '', width: 1280 })
  const desk = editor.page
  const dialog = desk.getByRole('dialog')
  const shrine = await photograph(desk.context(), 'bell', 'pasted-bell.jpg')
  const fields = { 'title.en': 'The bell', 'html.en': '<p>It sounds at six.</p>' }
  const id = await makeRecord(desk.request, { kind: 'page', key: 'the-bell', fields })
  await desk.goto(`/admin/pages/${id}`)
  const text = desk.getByRole('textbox', { name: t('records.text-label-en'), exact: true })
  await text.click()
  await desk.keyboard.press('ControlOrMeta+End')
  await paste(text, shrine)
  await expect(text.locator('img')).toHaveCount(1)
  await expect(dialog.getByRole('heading', { name: t('pictures.shows') })).toBeVisible()
  await dialog.getByLabel(t('pictures.alt-en'), { exact: true }).fill('The bell')
  await dialog.getByLabel(t('pictures.alt-zh'), { exact: true }).fill('大钟')
  await dialog.getByRole('button', { name: t('common.save'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  const first = await pictureOf(text.locator('img').first())
  await saved(desk)

  // The same picture again, smaller and compressed differently: it is recognised by its appearance.
  await text.click()
  await desk.keyboard.press('ControlOrMeta+End')
  await paste(text, await smaller(desk, shrine, 'IMG-WA0007.jpg'))
  await expect(dialog.getByText(t('pictures.alike', { name: 'IMG-WA0007.jpg' }))).toBeVisible()
  await expect(text.locator('img')).toHaveCount(2)
  expect(await pictureOf(text.locator('img').last())).not.toBe(first)
  await expectAccessible(desk, 'a picture that is there already')
  await saveScreenshot(desk, 'pictures-alike')
  await dialog.getByRole('button', { name: t('records.take-that') }).click()
  await expect.poll(() => pictureOf(text.locator('img').last())).toBe(first)
  await expect(text.locator('img')).toHaveCount(2)
  await saved(desk)
  await desk.reload()
  await expect(text.locator('img')).toHaveCount(2)
  expect(await pictureOf(text.locator('img').last())).toBe(first)

  // The library shows the duplicate too, and that the unused one can be deleted.
  await desk.goto('/admin/pictures')
  await desk
    .getByLabel(t('pictures.add'), { exact: true })
    .and(desk.locator('input'))
    .setInputFiles(await smaller(desk, shrine, 'bell-again.jpg'))
  const notice = desk.getByRole('status').filter({ hasText: t('pictures.alike', { name: 'bell-again.jpg' }) })
  await expect(notice.getByRole('link', { name: 'pasted-bell.jpg' })).toBeVisible()
  await notice.getByRole('button', { name: t('pictures.alike-keep') }).click()
  await expect(notice).toHaveCount(0)
  await editor.close()
})
