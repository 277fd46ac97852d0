import { Office } from './harness/office.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { saved } from './harness/editor.ts'

const t = wordsOf('en')

// For an offering that no other test orders: the tests of a worker share one temple.
test.describe('the form of an offering', () => {
  test.use({ allowedErrors: /status of 400/ })

  test('an editor adds a question, previews it at phone width, and visitors see it once published', async ({
    page,
    browser,
    watch,
    program,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '/admin/forms' })
    const desk = editor.page
    await expectAccessible(desk, 'the forms')
    await desk.getByRole('link', { name: /^Wisdom lamp/ }).click()
    await expect(desk.getByRole('heading', { name: t('records-form.asks') })).toBeVisible()
    await desk
      .getByRole('button', { name: t('records-form.kind-text'), exact: true })
      .last()
      .click()
    await desk
      .getByRole('textbox', { name: t('records-form.label-en'), exact: true })
      .fill('Which hall do you come to?')
    await desk.getByRole('textbox', { name: t('records-form.label-zh'), exact: true }).fill('您常到哪一殿？')
    await desk.getByRole('checkbox', { name: t('records-form.required') }).check()
    const phone = desk.getByRole('region', { name: t('records.phone') })
    await expect(phone.getByLabel('Which hall do you come to?')).toBeVisible()
    await phone.getByRole('button', { name: t('records-form.phone-check') }).click()
    await expect(phone.getByText(t('fault.required')).first()).toBeVisible()
    await phone.getByLabel('Which hall do you come to?').fill('The main one')
    await phone
      .getByRole('textbox', { name: /Chinese name/ })
      .first()
      .fill('陈美玲')
    await expect(phone.getByText(t('records-form.phone-fine'))).toBeVisible()
    await desk.getByRole('button', { name: '简体中文' }).last().click()
    await expect(phone.getByLabel('您常到哪一殿？')).toBeVisible()
    await saved(desk)
    // Before publication, the editor shows what the change of questions will do.
    await expect(desk.getByText(t('records-form.version-draft', { draft: 2, live: 1 }))).toBeVisible()
    await expect(desk.getByRole('heading', { name: /must answer again$/ })).toBeVisible()
    await phone.getByRole('combobox', { name: t('records-form.phone-option') }).selectOption({ index: 0 })
    await expectAccessible(desk, 'the form')
    await desk.getByRole('button', { name: t('records.publish'), exact: true }).click()
    const dialog = desk.getByRole('dialog')
    await expect(dialog.getByText(t('records.change-added-needed'))).toBeVisible()
    await expect(dialog.getByText(t('records.verdict-asks'), { exact: true })).toBeVisible()
    await expectAccessible(desk, 'publishing a form')
    await desk.getByRole('button', { name: t('records.publish-now') }).click()
    await expect(desk.getByText(t('records.published'))).toBeVisible()
    await expect(async () => {
      await page.goto('/blessing-service/wisdom-lamp')
      await expect(page.getByLabel('Which hall do you come to?')).toBeVisible({ timeout: 500 })
    }).toPass()
    await desk.setViewportSize({ width: 360, height: 800 })
    await expectNoSidewaysScroll(desk, 'the form at 360 pixels')
    await editor.close()
  })

  test('questions are copied from another form, and an earlier version is restored', async ({
    browser,
    watch,
    program,
    saveScreenshot,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '/admin/forms' })
    const desk = editor.page
    const dialog = desk.getByRole('dialog')
    await desk.getByRole('button', { name: t('records.copy-of', { title: 'Gifts at the altar' }) }).press('Enter')
    await expectAccessible(desk, 'making a copy of a form')
    await dialog.getByRole('button', { name: t('records.copy-do') }).press('Enter')
    await expect(desk.getByRole('heading', { level: 1, name: /\(copy\)/ })).toBeVisible()
    const own = desk.getByRole('button', { name: /^Whose names shall we pray for/ })
    await expect(own).toBeVisible()

    await desk.getByRole('button', { name: t('records-form.take') }).press('Enter')
    await dialog.getByLabel(t('records-form.take-from')).selectOption({ label: 'Contact form' })
    await expect(dialog.getByText('Mobile number')).toBeVisible()
    await expect(dialog.getByText(t('records-form.take-text'))).toBeVisible()
    await expectAccessible(desk, 'taking questions')
    await saveScreenshot(desk, 'take-questions')
    await dialog.getByRole('button', { name: t('records-form.take-replace') }).press('Enter')
    await expect(desk.getByRole('button', { name: /^Mobile number/ })).toBeVisible()
    await expect(own).toHaveCount(0)

    // Typing in a question that was added by the copy is saved, and does not conflict with one's own save.
    await desk.getByRole('button', { name: /^Mobile number/ }).click()
    await desk.getByRole('textbox', { name: t('records-form.label-en'), exact: true }).fill('Your mobile number')
    await saved(desk)
    await desk.getByRole('link', { name: t('records.history') }).click()
    await desk.getByRole('button', { name: t('records.why-questions') }).click()
    await desk.getByRole('button', { name: t('records.restore-do') }).click()
    await expect(own).toBeVisible()
    await editor.close()
  })
})
