import { logIn, staffPassword } from './harness/setup.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')

test('an administrator creates an account, changes a setting, and finds both in the audit trail', async ({
  page,
  browser,
  watch,
  program,
}) => {
  await logIn(page.request, 'admin@temple.example', staffPassword)
  await page.goto('/admin/staff')
  await page.getByRole('button', { name: t('staff.add'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('office.field.name'), { exact: true }).fill('Lim Siew Hoon')
  await dialog.getByLabel(t('member.email')).fill('lim@temple.example')
  await dialog.getByRole('checkbox', { name: t('office.role-treasurer') }).check()
  await dialog.getByRole('radio', { name: t('staff.send-link') }).check()
  await expectAccessible(page, 'the form of a new account')
  await dialog.getByRole('button', { name: t('staff.add-do') }).click()
  const link = await dialog.getByText('/admin/invitation#').textContent()
  await dialog
    .getByRole('button', { name: t('common.close') })
    .last()
    .click()
  await expect(page.getByText(t('staff.invited'))).toBeVisible()

  // The new colleague chooses a password; the ticket is removed from the address bar at once.
  const theirs = await browser.newContext({ baseURL: program.url, locale: 'en-SG' })
  watch(theirs)
  const colleague = await theirs.newPage()
  await colleague.goto(new URL(link ?? '').pathname + new URL(link ?? '').hash)
  await expect(
    colleague.getByRole('heading', { name: t('office.invitation', { name: 'Lim Siew Hoon' }) }),
  ).toBeVisible()
  expect(colleague.url()).not.toContain('#')
  await expectAccessible(colleague, 'the invitation')
  await colleague.getByRole('textbox', { name: t('office.field.password') }).fill('cranes over the eaves')
  await colleague.getByRole('button', { name: t('office.invitation-do') }).click()
  await colleague.getByRole('link', { name: t('office.invitation-go') }).click()
  await expect(colleague.getByRole('heading', { level: 1, name: /^(Good|Welcome)/ })).toBeVisible()
  await theirs.close()

  await page.getByRole('link', { name: t('office.area-settings') }).click()
  const numbers = page.getByRole('form', { name: t('settings.group.numbers') })
  await numbers.getByLabel(t('settings.key.invoice-prefix')).fill('QL')
  await numbers.getByRole('button', { name: t('settings.save') }).click()
  await expect(numbers.getByRole('button', { name: t('settings.back', { value: 'INV' }) })).toBeVisible()
  await expect(numbers.getByText('QL-')).toBeVisible()
  await expectAccessible(page, 'the settings')

  await page.getByRole('link', { name: t('office.area-audit') }).click()
  // An entry is one line, a sentence, and expands on a key press.
  const entry = (words: string) => page.getByRole('group').filter({ hasText: words })
  await expect(entry(t('audit.action.staff.accept')).filter({ hasText: 'Lim Siew Hoon' })).toBeVisible()
  await expect(entry(t('audit.action.staff.add')).filter({ hasText: t('office.role-treasurer') })).toBeVisible()
  await page.getByRole('combobox', { name: t('office.field.action') }).selectOption('setting.change')
  await page.getByRole('button', { name: t('office.search') }).click()
  await expect(page).toHaveURL(/\/admin\/audit\?action=setting\.change$/)
  const sentence = t('audit.line.setting.change', {
    who: 'Admin',
    subject: t('settings.key.invoice-prefix'),
    value: 'QL',
  })
  const change = entry(sentence)
  await expect(change).toHaveCount(1)
  await expect(change.getByRole('table')).toBeHidden()
  const line = await change.locator('summary').boundingBox()
  expect(line?.height, 'one line an entry').toBeLessThan(56)
  await change.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(change.getByRole('row').last()).toHaveText(`${t('audit.field.value')}INVQL`)
  await expectAccessible(page, 'the audit trail')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: t('audit.export-csv') }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  // Restores the settings that other tests expect.
  const back = await page.request.put('/api/admin/setting', { data: { values: { 'invoice-prefix': 'INV' } } })
  expect(back.status(), await back.text()).toBe(200)
})
