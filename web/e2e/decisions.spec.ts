import type { Devotee } from './harness/devotee.ts'
import { newMember } from './harness/member.ts'
import { Office } from './harness/office.ts'
import { pdfText, type Program } from './harness/program.ts'
import { transfer } from './harness/setup.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

/** Orders the lamp, sends the receipt image of its transfer, and opens the status of the order. */
async function payByPicture(
  devotee: Devotee,
  program: Program,
  href: (path: string) => string,
  confirmed = false,
): Promise<string> {
  const { page } = devotee
  await newMember(page.request, program, { confirmed })
  const { paymentReference } = await transfer(page.request, await devotee.picture(crypto.randomUUID()))
  await page.goto(href('/transaction/status'))
  await devotee.expectStatus('under-verification')
  return paymentReference
}

test.describe('in Chinese', () => {
  test.use({ siteLanguage: 'zh' })

  test('a rejected receipt image: the payer reads the reason, sends another one, and it is approved', async ({
    page,
    program,
    browser,
    watch,
    t,
    href,
    saveScreenshot,
    devotee,
  }) => {
    test.slow()
    const reference = await payByPicture(devotee, program, href)
    const treasurer = await Office.open(browser, watch, program, 'treasurer')
    await treasurer.openPayment(reference)
    await treasurer.reject('unreadable', 'The reference is cut off. 参考编号不完整。')

    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))) // the devotee returns to the tab
    await devotee.expectStatus('unreadable')
    await expect(page.getByText(t('payment.reason.unreadable')).first()).toBeVisible()
    await expect(page.getByText('参考编号不完整。')).toBeVisible()
    await saveScreenshot(page, 'rejected')
    await devotee.choosePicture(await devotee.picture(reference))
    await devotee.pictureArrived()
    await devotee.expectAmount()
    await devotee.payButton().click()
    await devotee.expectStatus('under-verification')

    await treasurer.page.goto('/admin/payments')
    await treasurer.openPayment(reference)
    await treasurer.approve()
    await treasurer.close()
    await page.reload()
    await devotee.expectStatus('paid')
    await page.getByText(t('invoice.other-languages')).first().click()
    for (const [language, words] of [
      ['en', ['Official receipt']],
      ['zh', ['正式收据']],
      ['both', ['Official receipt', '正式收据']],
    ] as const) {
      const link = page.getByRole('link', { name: t(`invoice.receipt-in-${language}`), exact: true })
      const file = await page.request.get((await link.getAttribute('href')) ?? '')
      const text = pdfText(await file.body())
      for (const word of [...words, reference, '陈𠮷䶮']) expect(text).toContain(word)
    }
  })
})

test('a partial payment: the payer is asked for the rest', async ({
  page,
  program,
  browser,
  watch,
  t,
  href,
  saveScreenshot,
  devotee,
}) => {
  const reference = await payByPicture(devotee, program, href)
  const treasurer = await Office.open(browser, watch, program, 'treasurer')
  await treasurer.openPayment(reference)
  await treasurer.approvePart('80.00')
  await treasurer.close()
  await page.reload()
  await devotee.expectStatus('awaiting-rest')
  await expect(page.getByText(t('invoice.next-awaiting-rest', { paid: 'S$80.00', amount: 'S$8.00' }))).toBeVisible()
  await expect(page.getByRole('heading', { name: t('checkout.pay-heading', { amount: 'S$8.00' }) })).toBeVisible()
  await devotee.openHistory()
  await expect(page.getByText(t('invoice.step-awaiting-rest'))).toBeVisible()
  await saveScreenshot(page, 'rest')
})

test('a decision undone within 30 seconds: the order is under review again, and no receipt is sent', async ({
  page,
  program,
  browser,
  watch,
  t,
  href,
  devotee,
}) => {
  const reference = await payByPicture(devotee, program, href, true)
  const treasurer = await Office.open(browser, watch, program, 'treasurer')
  await treasurer.openPayment(reference)
  await treasurer.approve()
  await page.reload()
  await devotee.expectStatus('paid')
  await treasurer.undo()
  await page.reload()
  await devotee.expectStatus('under-verification')
  await devotee.openHistory()
  await expect(page.getByText(t('invoice.step-checked-again'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('invoice.receipt-in-en') })).toBeHidden()

  // The new decision is sent to the payer, the undone one is not.
  await treasurer.reject('not-received', 'Please ask your bank.')
  await treasurer.close()
  await program.advance('31s')
  await expect.poll(() => program.mailbox.subjectsAbout('Please ask your bank.').length, { timeout: 20_000 }).toBe(1)
  const receipt = t('mail.official-receipt.subject', { receipt: '' }).trim()
  expect(program.mailbox.subjectsAbout(reference).filter((subject) => subject.includes(receipt))).toEqual([])
})

test.describe('an edited rejection reason', () => {
  test.use({ allowedErrors: /status of 400/ })
  test('a reason that the treasurer reworded is offered at the payment desk and shown to the devotee', async ({
    page,
    program,
    browser,
    watch,
    t,
    href,
    saveScreenshot,
    devotee,
  }) => {
    test.slow()
    const treasurer = await Office.open(browser, watch, program, 'treasurer')
    await treasurer.page.getByRole('link', { name: t('office.area-settings') }).click()
    const form = treasurer.page.getByRole('form', { name: t('settings.group.reasons') })
    const english = form.getByLabel(t('settings.key.payment.reason.unreadable-en'))
    const save = form.getByRole('button', { name: t('settings.save') })
    await expect(english).toHaveValue(t('payment.reason.unreadable'))
    await english.fill('Your <picture> is too dark.')
    await save.click()
    await expect(form.getByText(t('fault.message-markup'))).toBeVisible()
    await expect(english).toHaveValue('Your <picture> is too dark.')
    await english.fill('Your picture is too dark.')
    await save.click()
    await expect(save).toBeHidden()
    await expectAccessible(treasurer.page, 'the reasons of a rejection')
    await saveScreenshot(treasurer.page, 'reasons')

    const reference = await payByPicture(devotee, program, href)
    await treasurer.page.goto('/admin/payments')
    await treasurer.openPayment(reference)
    await treasurer.page.getByRole('button', { name: t('payments.reject'), exact: true }).click()
    const dialog = treasurer.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Your picture is too dark.' }).check()
    await expect(dialog.getByText('Your picture is too dark.', { exact: true })).toHaveCount(2) // and in the preview of the payer's text
    await expect(dialog.getByText(wordsOf('zh')('payment.reason.unreadable'), { exact: true })).toHaveCount(2)
    await saveScreenshot(treasurer.page, 'reject')
    await dialog.getByRole('button', { name: t('payments.reject-do') }).click()
    await expect(dialog).toBeHidden()
    await expect(treasurer.page.getByText('Your picture is too dark.')).toBeVisible()
    await page.reload()
    await devotee.expectStatus('unreadable')
    await expect(page.getByText('Your picture is too dark.').first()).toBeVisible()
    // Restores the reason that other tests expect.
    const values = { 'payment.reason.unreadable-en': t('payment.reason.unreadable') }
    const back = await treasurer.page.request.put('/api/admin/wording', { data: { values } })
    expect(back.status(), await back.text()).toBe(200)
    await treasurer.close()
  })
})
