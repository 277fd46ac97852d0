import type { Locator } from '@playwright/test'
import { newMember } from './harness/member.ts'
import { Office } from './harness/office.ts'
import { bankScreenshot } from './harness/pictures.ts'
import { fillCart, order, transfer } from './harness/setup.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')

test('filtering orders; a member’s page with orders, family and notes', async ({
  page,
  program,
  browser,
  watch,
  saveScreenshot,
}) => {
  const person = await newMember(page.request, program)
  await fillCart(page.request)
  const reference = await order(page.request, 'cash')
  const numberOf = (said: string) =>
    String(program.row('SELECT number FROM invoices WHERE payment_reference = ?', said)?.number)
  const number = numberOf(reference)
  const office = await Office.open(browser, watch, program, 'admin', { at: '/admin/orders' })
  const desk = office.page

  await test.step('orders are filtered by offering, payment method, day and status', async () => {
    const row = desk.getByRole('row').filter({ hasText: number })
    await expect(row).toBeVisible()
    const filters = desk.getByRole('region', { name: t('office.filter') })
    const narrows = async (field: Locator, hides: string, shows: string) => {
      const choose = async (value: string) =>
        (await field.evaluate((one) => one.tagName)) === 'INPUT'
          ? field.fill(value)
          : field.selectOption({ label: value })
      await choose(hides)
      await expect(row).toBeHidden()
      await choose(shows)
      await expect(row).toBeVisible()
    }
    const offerings = filters.getByLabel(t('office.field.offering'))
    await narrows(offerings, 'Gift to the temple', 'Blessing lamp')
    await narrows(filters.getByLabel(t('orders.filter-method')), t('orders.filter-paynow'), t('orders.filter-cash'))
    await narrows(filters.getByLabel(t('orders.filter-from')), '2099-01-01', '2020-01-01')
    await narrows(filters.getByLabel(t('orders.filter-until')), '2020-01-02', '2099-01-01')
    await expectAccessible(desk, 'orders narrowed down')
    await saveScreenshot(desk, 'narrowed')
    // Choosing a status keeps the other filters, and a reload keeps both.
    await desk.getByRole('link', { name: new RegExp(`^${t('orders.show-paid')}`) }).click()
    await expect(row).toBeHidden()
    await desk.getByRole('link', { name: new RegExp(`^${t('orders.show-outstanding')}`) }).click()
    await expect(row).toBeVisible()
    await desk.reload()
    await expect(row).toBeVisible()
    await expect(offerings.locator('option:checked')).toHaveText('Blessing lamp')
  })

  await test.step('a member’s page shows orders, family and notes', async () => {
    const id = String(program.row('SELECT id FROM users WHERE email = ?', person.email)?.id)
    await desk.goto(`/admin/members/${id}`)
    await expect(desk.getByRole('heading', { level: 2, name: t('members.of-member') })).toBeVisible()
    await expect(desk.getByRole('link', { name: number })).toBeVisible()
    await expect(desk.getByRole('heading', { level: 2, name: t('members.family') })).toBeVisible()
    await desk.getByLabel(t('members.note-new')).fill('Comes with a wheelchair: the side gate.')
    await desk.getByRole('button', { name: t('members.note-save') }).click()
    await expect(desk.getByRole('paragraph').filter({ hasText: 'Comes with a wheelchair' }).first()).toBeVisible()
    await expect(desk.getByLabel(t('members.note-new'))).toHaveValue('')
    await expectAccessible(desk, 'a member')
    await saveScreenshot(desk, 'member')
    await desk.getByRole('button', { name: t('office.delete') }).click()
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: t('office.delete') })
      .click()
    await expect(desk.getByText(t('members.notes-none'))).toBeVisible()
  })
  await office.close()
})

test('late money above the limit is approved by a second person on the same page', async ({
  page,
  program,
  browser,
  watch,
  saveScreenshot,
}) => {
  await newMember(page.request, program)
  const invoice = await transfer(page.request, await bankScreenshot(page.context(), 'S$100.00', 'ABOVE'))
  const admin = await Office.open(browser, watch, program, 'admin', { at: '' })
  const limit = (values: Record<string, string>) => admin.page.request.put('/api/admin/setting', { data: { values } })
  expect((await limit({ 'refund-limit': '10' })).status()).toBe(200)
  const treasurer = await Office.open(browser, watch, program, 'treasurer', { at: '', shift: false })
  const desk = treasurer.page
  const id = invoice.payments[0]?.id
  await desk.request.post(`/api/admin/payment/${id}/approve`, { data: { amountReceived: 10000 } })
  const choose = async () => {
    await desk.goto(`/admin/late/excess-${id}`)
    await desk.getByRole('radio', { name: t('late.as-refund'), exact: false }).check()
    await desk.getByRole('radio', { name: t('office.refund-transfer'), exact: false }).check()
  }
  await choose()
  await expect(desk.getByText(t('office.refund-large', { limit: 'S$10' }))).toBeVisible()
  await desk.getByRole('button', { name: t('office.refund-ask-second', { amount: 'S$12.00' }) }).click()
  await expect(desk.getByText(t('office.refund-asked'))).toBeVisible()
  await expectAccessible(desk, 'a second person was asked')
  await saveScreenshot(desk, 'asked')
  await admin.page.goto('/admin/refunds')
  const row = admin.page.getByRole('listitem').filter({ hasText: invoice.number })
  await row.getByRole('button', { name: t('office.approve-short'), exact: true }).click()
  await expect(admin.page.getByText(t('refunds.approved', { amount: 'S$12.00' }))).toBeVisible()
  await choose()
  await desk.getByRole('button', { name: t('late.do-refund') }).click()
  await expect(desk.getByText(t('late.decided-refund'))).toBeVisible()
  expect((await limit({ 'refund-limit': '500' })).status()).toBe(200)
  await admin.close()
  await treasurer.close()
})
