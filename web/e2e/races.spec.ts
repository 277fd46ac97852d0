import { Devotee } from './harness/devotee.ts'
import { newMember } from './harness/member.ts'
import { countInvoices, fillCart } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'

test.describe('double submission', () => {
  test('clicking "pay" twice creates one invoice', async ({ page, program, t, devotee }) => {
    await newMember(page.request, program)
    const before = await countInvoices(page.request)
    await fillCart(page.request)
    await page.goto('/cart/checkout')
    await devotee.chooseCash()
    await page.getByRole('button', { name: t('checkout.cash-pay', { amount: 'S$88.00' }) }).dblclick()
    await devotee.expectStatus('awaiting-cash')
    expect((await countInvoices(page.request)) - before).toBe(1)
  })

  test('paying in two tabs at once creates one invoice, shown in both', async ({
    page,
    context,
    program,
    siteLanguage,
    t,
    href,
  }) => {
    await newMember(page.request, program)
    const before = await countInvoices(page.request)
    await fillCart(page.request)
    const tabs = [page, await context.newPage()].map((tab) => new Devotee(tab, program, siteLanguage, t, href))
    for (const tab of tabs) await tab.page.goto('/cart/checkout')
    for (const tab of tabs) await tab.chooseCash()
    await Promise.all(
      tabs.map((tab) => tab.page.getByRole('button', { name: t('checkout.cash-pay', { amount: 'S$88.00' }) }).click()),
    )
    for (const tab of tabs) await tab.expectStatus('awaiting-cash')
    const [one, other] = await Promise.all(tabs.map((tab) => tab.reference()))
    expect(one).toBe(other)
    expect((await countInvoices(page.request)) - before).toBe(1)
  })
})
