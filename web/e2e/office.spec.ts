import { Devotee } from './harness/devotee.ts'
import { newMember } from './harness/member.ts'
import { Office } from './harness/office.ts'
import { fillCart, openShift, staffPassword } from './harness/setup.ts'
import { expect, expectAccessible, test } from './harness/test.ts'

test('staff enter the office by logging in, and the office has no axe violations', async ({
  page,
  browser,
  watch,
  program,
  t,
  href,
  siteLanguage,
  devotee,
}) => {
  await newMember(page.request, program)
  await fillCart(page.request)
  await page.goto('/cart/checkout')
  const reference = await devotee.transfer()
  await devotee.payButton().click()
  await devotee.expectStatus('under-verification')

  // Goes through the login pages, which other office tests skip.
  const context = await browser.newContext({ baseURL: program.url, locale: 'en-SG' })
  watch(context)
  const treasurer = Office.at(await context.newPage())
  await treasurer.page.goto('/admin')
  await treasurer.page.getByRole('link', { name: t('common.login') }).click()
  await new Devotee(treasurer.page, program, siteLanguage, t, href).logIn('treasurer@temple.example', staffPassword)
  await treasurer.page.waitForURL('**/admin/today')
  await openShift(treasurer.page.request)
  await treasurer.page.goto('/admin/payments')
  await expect(treasurer.page.getByRole('heading', { level: 1, name: t('office.area-payments') })).toBeVisible()
  await expectAccessible(treasurer.page, 'the queue')
  await treasurer.openPayment(reference)
  await expect(treasurer.page.getByText(reference, { exact: true }).first()).toBeVisible()
  await expectAccessible(treasurer.page, 'a payment')
  await treasurer.page.goto('/admin/counter')
  await treasurer.findOrder(reference)
  await expectAccessible(treasurer.page, 'the counter')
  await treasurer.close()
})
