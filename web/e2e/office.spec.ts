import { Devotee } from './harness/devotee.ts'
import { Office } from './harness/office.ts'
import { fillCart, logIn } from './harness/setup.ts'
import { expect, expectAccessible, test } from './harness/test.ts'

test('the office is accessible', async ({ page, browser, watch, program, t, href, visit }) => {
  const devotee = new Devotee(page, program, visit, t, href)
  await logIn(page.request)
  await fillCart(page.request)
  await page.goto('/cart/checkout')
  const reference = await devotee.transfer()
  await devotee.payButton().click()
  await devotee.expectStatus('under-verification')
  const treasurer = await Office.open(browser, watch, program, 'treasurer')
  await expectAccessible(treasurer.page, 'the queue')
  await treasurer.openPayment(reference)
  await expect(treasurer.page.getByText(reference, { exact: true })).toBeVisible()
  await expectAccessible(treasurer.page, 'a payment')
  await treasurer.page.goto('/admin/counter')
  await treasurer.findOrder(reference)
  await expectAccessible(treasurer.page, 'the counter')
  await treasurer.close()
})
