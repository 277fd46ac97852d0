import { newMember } from './harness/member.ts'
import { Office } from './harness/office.ts'
import { bankScreenshot } from './harness/pictures.ts'
import { transfer } from './harness/setup.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

// The upload of a screenshot fails once; the last proof of a refund cannot be removed.
test.use({ allowedErrors: /net::ERR_FAILED|no response|status of 400/ })

const t = wordsOf('en')

test('late money is resolved and an order is refunded', async ({ page, program, browser, watch, saveScreenshot }) => {
  await newMember(page.request, program)
  // A time of its own: the transfer of another test is of the current minute.
  const invoice = await transfer(page.request, await bankScreenshot(page.context(), 'S$100.00', 'LAMP'), 25)

  const treasurer = await Office.open(browser, watch, program, 'treasurer')
  const desk = treasurer.page
  const path = `/api/admin/payment/${invoice.payments[0]?.id}/approve`
  const approved = await desk.request.post(path, { data: { amountReceived: 10000 } })
  expect(approved.status(), await approved.text()).toBe(200)

  await test.step('an overpayment is refunded', async () => {
    await desk.getByRole('link', { name: new RegExp(`^${t('office.area-late')}`) }).click() // the link also shows how many wait
    const row = desk.getByRole('listitem').filter({ hasText: t('late.for-order', { number: invoice.number }) })
    await expect(row.getByText('S$12.00')).toBeVisible()
    await expectAccessible(desk, 'late money')
    await row.getByRole('link').click()
    await desk.getByRole('radio', { name: t('late.as-refund'), exact: false }).check()
    await desk.getByRole('radio', { name: t('office.refund-transfer'), exact: false }).check()
    await expectAccessible(desk, 'a decision')
    await desk.getByRole('button', { name: t('late.do-refund') }).click()
    await expect(desk.getByText(t('late.decided-refund'))).toBeVisible()
    await saveScreenshot(desk, 'decided')
  })

  await test.step('the whole order is refunded by bank transfer', async () => {
    await desk.getByRole('link', { name: t('late.see-order') }).click()
    await expect(desk.getByRole('heading', { level: 1, name: invoice.number })).toBeVisible()
    await expect(desk.getByText(t('orders.extent-excess'))).toBeVisible()
    await expectAccessible(desk, 'an order')
    await treasurer.refund('S$88.00', 'ceremony-cancelled', 'transfer')
    await expect(desk.getByText(t('orders.extent-whole'))).toBeVisible()
    await expect(desk.getByRole('dialog')).toBeHidden()
    await expect(desk.getByText(t('refund.void.ceremony-cancelled'), { exact: false })).toBeVisible()
    await saveScreenshot(desk, 'refunded')
    const kept = program.row(
      `SELECT v.status, (SELECT sum(amount) FROM refunds WHERE invoice_id = v.id) AS back,
         (SELECT count(*) FROM official_receipts WHERE invoice_id = v.id AND voided_at = 0) AS receipts
       FROM invoices v WHERE v.id = ?`,
      invoice.id,
    )
    expect(kept).toEqual({ status: 'refunded', back: 10000, receipts: 0 })
  })

  await test.step('a screenshot of the refund transfer is attached', async () => {
    await desk
      .getByRole('link', { name: t('orders.transfer-open') })
      .last()
      .click()
    const row = desk.getByRole('listitem').filter({ hasText: invoice.number }).filter({ hasText: 'S$88.00' })
    await row.getByRole('button', { name: t('refunds.mark-done') }).click()
    await expect(row.getByText(t('refunds.reference-missing'))).toBeVisible()
    await desk.route(/\/proof\b/, (route) => route.abort())
    const proof = await bankScreenshot(desk.context(), 'S$88.00', 'REFUND')
    await row.getByLabel(t('refunds.proof-add')).setInputFiles(proof)
    await expect(row.getByText(t('refunds.proof-failed'))).toBeVisible()
    await desk.unroute(/\/proof\b/)
    await row.getByLabel(t('refunds.proof-add')).setInputFiles(proof)
    await expect(row.getByRole('img', { name: t('office.proof-open', { number: 1 }) })).toBeVisible()
    await expect(row.getByText(t('refunds.reference-missing'))).toBeHidden()
    await expectAccessible(desk, 'refunds to transfer')
    await row.getByRole('button', { name: t('refunds.proof-remove', { number: 1 }) }).click()
    const ask = desk.getByRole('dialog', { name: t('refunds.proof-remove-ask') })
    await expectAccessible(desk, 'a screenshot is to go')
    await ask.getByRole('button', { name: t('office.delete') }).click()
    await expect(row.getByRole('img')).toBeHidden()
    await row.getByLabel(t('refunds.proof-add')).setInputFiles(proof)
    await expect(row.getByRole('img')).toBeVisible()
    await saveScreenshot(desk, 'proof')
    await row.getByRole('button', { name: t('refunds.mark-done') }).click()
    await expect(desk.getByText(t('refunds.transferred', { amount: 'S$88.00' }))).toBeVisible()
    await desk.getByRole('link', { name: t('refunds.done') }).click()
    await expect(row.getByRole('img')).toBeVisible()
    // Only this message reports it.
    await row.getByRole('button', { name: t('refunds.proof-remove', { number: 1 }) }).click()
    await ask.getByRole('button', { name: t('office.delete') }).click()
    await expect(ask.getByText(t('fault.proof-needed'))).toBeVisible()
    await ask.getByRole('button', { name: t('office.keep') }).click()
    await row.getByRole('link', { name: invoice.number }).click()
    await expect(desk.getByRole('heading', { level: 1, name: invoice.number })).toBeVisible()
    await expect(desk.getByRole('list', { name: t('office.proofs') }).getByRole('img')).toBeVisible()
    await saveScreenshot(desk, 'proven')
  })

  await test.step('an order is found by its number from any page', async () => {
    await desk.getByRole('link', { name: new RegExp(`^${t('office.area-late')}`) }).click() // the link also shows how many wait
    await desk.getByRole('button', { name: t('office.find') }).click()
    const finder = desk.getByRole('dialog', { name: t('find.title') })
    await finder.getByRole('button', { name: t('common.close') }).click()
    await desk.keyboard.press('Control+k')
    await expect(finder.getByRole('searchbox')).toBeFocused()
    await desk.keyboard.type(invoice.number)
    await expect(finder.getByRole('link', { name: invoice.number })).toBeVisible()
    await expectAccessible(desk, 'what was found')
    await desk.keyboard.press('Enter')
    await expect(desk.getByRole('heading', { level: 1, name: invoice.number })).toBeVisible()
    await expect(finder).toBeHidden()
  })

  await test.step('the order is listed among the refunded ones', async () => {
    await desk
      .getByRole('link', { name: t('office.area-orders'), exact: true })
      .first()
      .click()
    await desk.getByRole('link', { name: new RegExp(`^${t('orders.show-refunded')}`) }).click()
    await expect(desk.getByRole('row').filter({ hasText: invoice.number })).toBeVisible()
    await desk.getByRole('searchbox').fill(invoice.number)
    await desk.getByRole('searchbox').press('Enter')
    await expect(desk.getByRole('row').filter({ hasText: invoice.number })).toBeVisible()
    await expectAccessible(desk, 'the orders')
  })

  await test.step('the devotee sees the refund', async () => {
    await page.goto(`/member/profile/invoices/${invoice.id}`)
    await expect(page.getByRole('heading', { name: t('invoice.refunds-title') })).toBeVisible()
    await expect(page.getByText('S$88.00').first()).toBeVisible()
    await expect(page.getByRole('link', { name: t('invoice.void-see') })).toBeVisible()
    await saveScreenshot(page, 'member')
  })
  await treasurer.close()
})
