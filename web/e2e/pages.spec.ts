import type { Page } from '@playwright/test'
import { Office } from './harness/office.ts'
import { makeRecord } from './harness/record.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { publish, saved } from './harness/editor.ts'

const t = wordsOf('en')
const text = (page: Page, language: 'en' | 'zh') =>
  page.getByRole('textbox', { name: t(`records.text-label-${language}`), exact: true })

/** The new page is served within a second; until then visitors get the previous one. */
async function expectShown(page: Page, times: number) {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('New hands are shown everything.')).toHaveCount(times, { timeout: 100 })
  }).toPass()
}

test.describe('editing a page', () => {
  test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED|status of 400/ })

  test('a page is written, published, unpublished and restored from its history', async ({
    page,
    browser,
    watch,
    program,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor')
    const desk = editor.page
    await desk.getByRole('link', { name: /^Volunteering/ }).click()
    await expectAccessible(desk, 'the editor')
    await text(desk, 'en').click()
    await desk.keyboard.press('ControlOrMeta+End')
    await desk.keyboard.press('Enter')
    await desk.keyboard.type('New hands are shown everything.')
    await saved(desk)
    await page.goto('/about-us/volunteering')
    await expect(page.getByText('New hands are shown everything.')).toHaveCount(0)
    await desk.getByRole('button', { name: t('records.publish'), exact: true }).click()
    await expectAccessible(desk, 'publishing')
    await desk.getByRole('button', { name: t('records.publish-now') }).click()
    await expect(desk.getByText(t('records.published'))).toBeVisible()
    await expectShown(page, 1)
    await desk.getByRole('button', { name: t('records.take-back') }).click()
    await expect(desk.getByText(t('records.taken-back'))).toBeVisible()
    await expectShown(page, 0)
    await desk.getByRole('link', { name: t('records.history'), exact: true }).click()
    await expect(desk.getByRole('button', { name: t('records.restore-do') })).toBeVisible()
    // Today's draft is listed above its versions, and each row shows the initials of its author.
    const lines = desk.getByRole('main').getByRole('list').first().getByRole('listitem')
    await expect(lines.first()).toContainText(t('records.draft-only'))
    await expect(lines.first().getByRole('button')).toHaveAttribute('aria-pressed', 'true')
    await expect(lines.nth(1)).toContainText(t('records.by-en', { name: 'Editor' }))
    for (const at of [0, 1]) await expect(lines.nth(at).getByText('E', { exact: true })).toBeVisible()
    await expectAccessible(desk, 'the history')
    await editor.close()
  })

  test('nothing is lost when two people edit the same page or the browser crashes', async ({
    browser,
    watch,
    program,
  }) => {
    const seat = { at: '' }
    const first = await Office.open(browser, watch, program, 'editor', seat)
    const second = await Office.open(browser, watch, program, 'editor', seat)
    const fields = { 'title.en': 'By the river', 'html.en': '<p>Follow the river.</p>' }
    const id = await makeRecord(first.page.request, { kind: 'page', key: 'by-the-river', fields })
    for (const { page: desk } of [first, second]) {
      await desk.goto(`/admin/pages/${id}`)
      await expect(text(desk, 'en')).toBeVisible()
    }
    const title = (desk: Page) => desk.getByRole('textbox', { name: t('records.title-en'), exact: true })
    await title(first.page).fill('The way here')
    await saved(first.page)
    await title(second.page).fill('How to come')
    await expect(second.page.getByRole('button', { name: t('records.keep-mine') })).toBeVisible()
    await second.page.getByRole('button', { name: t('records.keep-mine') }).click()
    await saved(second.page)
    await second.page.getByRole('link', { name: t('records.history'), exact: true }).click()
    await expect(second.page.getByText(t('records.why-set-aside')).first()).toBeVisible()

    // Offline, and the browser crashes: what was typed is still stored in it. (A page that is only closed saves once
    // more, by then without the emulated offline state.)
    const desk = second.page
    await desk.goto(`/admin/pages/${id}`)
    await expect(text(desk, 'en')).toBeVisible()
    await desk.context().setOffline(true)
    await title(desk).fill('Never sent')
    await expect(desk.getByText(t('records.offline', { count: 1 }))).toBeVisible()
    // A page may close before its last key is stored: then there is nothing to restore.
    const kept = () =>
      desk.evaluate(
        () =>
          new Promise<string>((done) => {
            const opening = indexedDB.open('shanmen-office')
            opening.onsuccess = () => {
              const all = opening.result.transaction('unsaved').objectStore('unsaved').getAll()
              all.onsuccess = () => done(JSON.stringify(all.result))
            }
          }),
      )
    await expect.poll(kept).toContain('Never sent')
    const address = desk.url()
    const crashed = desk.waitForEvent('crash')
    const devTools = await desk.context().newCDPSession(desk)
    void devTools.send('Page.crash').catch(() => undefined) // never answered
    await crashed
    await desk.close()
    await desk.context().setOffline(false)
    const again = await desk.context().newPage()
    await again.goto(address)
    await expect(again.getByText(t('records.left-here')).first()).toBeVisible()
    await again.getByRole('button', { name: t('records.put-in') }).click()
    await expect(title(again)).toHaveValue('Never sent')
    await saved(again)
    await first.close()
    await again.context().close()
  })

  test('on a tablet the editor shows one language at a time, and pasted text is cleaned', async ({
    browser,
    watch,
    program,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', {
      at: '/admin/pages?kind=question',
      width: 820,
    })
    const desk = editor.page
    await expectNoSidewaysScroll(desk, 'the questions at 820 pixels')
    await desk.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await expect(text(desk, 'en')).toBeVisible()
    await expect(text(desk, 'zh')).toBeHidden()
    await text(desk, 'en').click()
    await text(desk, 'en').evaluate((element) => {
      const data = new DataTransfer()
      data.setData(
        'text/html',
        '<h1 style="color:red">Big</h1><img src="https://x.example/p.png"><script>1</script><p>pasted</p>',
      )
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    await expect(text(desk, 'en').getByText('pasted')).toBeVisible()
    await expect(desk.getByText(t('records.left-out-pictures', { count: 1 }))).toBeVisible()
    expect(await text(desk, 'en').innerHTML()).not.toMatch(/x\.example|style=|<h1|script/)
    await desk.getByRole('radio', { name: '中文' }).check({ force: true })
    await expect(text(desk, 'zh')).toBeVisible()
    await expectNoSidewaysScroll(desk, 'the editor at 820 pixels')
    await editor.close()
  })

  test('opening hours: a line without a day is reported, and a complete one is published as structured data', async ({
    page,
    browser,
    watch,
    program,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '/admin/contact' })
    const desk = editor.page
    await desk.getByRole('button', { name: t('records-place.opening-add') }).click()
    const last = desk.locator('#field-opening li').last()
    await last.getByLabel(t('records-place.opening-on')).selectOption('date')
    await expect(desk.getByText(t('fault.bad-opening-line', { line: 3 }))).toBeVisible()
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    await last.getByLabel(t('office.field.day'), { exact: true }).fill(day)
    await last.getByLabel(t('records-place.opening-opens')).fill('05:00')
    await saved(desk)
    await publish(desk)
    await expect(async () => {
      await page.goto('/contact-us')
      const data = await page.locator('script[type="application/ld+json"]').allTextContents()
      expect(data.join('')).toContain(day)
    }).toPass()
    await editor.close()
  })
})
