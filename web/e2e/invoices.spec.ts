import { tabTo } from './harness/keys.ts'
import { newMember } from './harness/member.ts'
import { fillCart, order } from './harness/setup.ts'
import { expect, expectAccessible, test } from './harness/test.ts'

test('by keyboard only: an unpaid order is found, shown, cancelled, and ordered again', async ({
  page,
  program,
  t,
  href,
  saveScreenshot,
  devotee,
}) => {
  await newMember(page.request, program)
  await fillCart(page.request)
  const reference = await order(page.request, 'pay-now')

  await page.goto(href('/member/profile/invoices'))
  const due = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ hasText: t('invoice.to-pay-title') })
  await expect(page.getByRole('heading', { name: t('invoice.to-pay-title'), exact: true })).toBeVisible()
  await expectAccessible(page, 'the list')
  await saveScreenshot(page, 'list')
  await tabTo(page, due.getByRole('article').first().getByRole('link').first())
  await page.keyboard.press('Enter')
  await expect(devotee.heading(t('invoice.status-awaiting-transfer-title'))).toBeVisible()
  await expect(page.getByText(reference, { exact: true }).first()).toBeVisible()
  await saveScreenshot(page, 'order')

  const cancel = page.getByRole('button', { name: t('invoice.cancel'), exact: true })
  const dialog = page.getByRole('dialog', { name: t('invoice.cancel-title') })
  await tabTo(page, cancel)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(t('invoice.cancel-transferred'))).toBeVisible()
  await expectAccessible(page, 'the question')
  await saveScreenshot(page, 'question')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: t('invoice.cancel-sure') }))
  await page.keyboard.press('Enter')
  await expect(devotee.heading(t('invoice.status-cancelled-title'))).toBeVisible()
  await devotee.openHistory()
  await expect(page.getByText(t('invoice.step-cancelled'), { exact: true })).toBeVisible()
  await saveScreenshot(page, 'cancelled')

  await tabTo(page, page.getByRole('button', { name: t('invoice.again') }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${href('/cart')}`)
  await devotee.expectLampInCart()
  await saveScreenshot(page, 'again')
})
