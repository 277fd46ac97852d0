import { Office } from './harness/office.ts'
import { readQR } from './harness/qr.ts'
import { newMember } from './harness/member.ts'
import { fillCart } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const office = wordsOf('en')

test('cash payment: the counter scans the code, takes the money and gives change', { tag: '@phone' }, async ({
  page,
  program,
  browser,
  watch,
  t,
  saveScreenshot,
  devotee,
}) => {
  await newMember(page.request, program)
  await fillCart(page.request)
  await page.goto('/cart/checkout')
  await devotee.chooseCash()
  await page.getByRole('button', { name: t('checkout.cash-pay', { amount: 'S$88.00' }) }).click()
  await devotee.expectStatus('awaiting-cash')
  await saveScreenshot(page, 'awaiting-cash')
  const reference = await devotee.reference()
  const code = page.getByRole('img', { name: t('invoice.code-alt', { reference }) })
  expect(await readQR(page.request, (await code.getAttribute('src')) ?? '')).toContain(reference)

  const counter = await Office.open(browser, watch, program, 'counter')
  await counter.findOrder(reference)
  await saveScreenshot(counter.page, 'counter')
  await counter.takeCash('100', 'S$88.00')
  const done = counter.page.getByRole('status').filter({ hasText: office('office.give-back') })
  await expect(done.getByText('S$12.00')).toBeVisible()
  await saveScreenshot(counter.page, 'change')
  await counter.close()

  await page.reload()
  await devotee.expectStatus('paid')
  await expect(page.getByRole('link', { name: t('invoice.receipt-in-en') })).toBeVisible()
})
