import { request as requests, type APIRequestContext, type Page } from '@playwright/test'
import { linkIn, newcomer, price, type Person } from './harness/devotee.ts'
import { hydrated } from './harness/follow.ts'
import { pressOn, tabTo, typeInto } from './harness/keys.ts'
import { newMember } from './harness/member.ts'
import { visitPage } from './harness/pages.ts'
import { pdfText, type Program } from './harness/program.ts'
import { fillCart, logIn, newKey, openShift, staffPassword } from './harness/setup.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { until } from './harness/until.ts'

// The tests send wrong codes and passwords, and the browser logs each refusal.
test.use({ allowedErrors: /status of 40[01]/ })

/** Creates an account, without logging in here, and returns the code that registered it. */
async function registered(request: APIRequestContext, program: Program, person: Person): Promise<string> {
  await newMember(request, program, { person })
  await request.delete('/api/_auth/session')
  return program.smsCode(person.mobile)
}

/** Expects that nothing exceeds the smallest screen with the largest text. */
async function expectFits(page: Page) {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const over = await page.evaluate(() => {
    const root = document.documentElement
    root.dataset.size = '3'
    const wide = root.scrollWidth - root.clientWidth
    delete root.dataset.size
    return wide
  })
  expect(over, 'pixels beyond the edge').toBeLessThanOrEqual(0)
  if (before) await page.setViewportSize(before)
}

test.describe('passwords', { tag: '@phone' }, () => {
  test('a forgotten password: the code arrives, the new password works, the old one does not', async ({
    page,
    program,
    t,
    href,
    saveScreenshot,
    devotee,
  }) => {
    const person = newcomer()
    const first = await registered(page.request, program, person)
    await fillCart(page.request)

    // The notice about the kept cart appears late and moves the link.
    await visitPage(page, `${href('/member/login')}?redirect=${encodeURIComponent(href('/cart'))}`)
    await page.getByRole('link', { name: t('member.to-forgot') }).click()
    await expect(devotee.heading(t('member.forgot-title'))).toBeVisible()
    await expectAccessible(page, 'forgot password')
    await page.getByRole('button', { name: t('common.send-code') }).click()
    await expect(page.getByRole('link', { name: t('member.identifier-missing') })).toBeVisible()
    await page.getByLabel(t('member.identifier')).fill(person.mobile)
    await saveScreenshot(page, 'forgot')
    await page.getByRole('button', { name: t('common.send-code') }).click()

    await expect(devotee.heading(t('member.reset-title'))).toBeVisible()
    await expect(page.getByText(t('member.reset-sent-to', { identifier: person.mobile }))).toBeVisible()
    await expect(page.getByText(new RegExp(t('member.wait-seconds', { count: '\\d+' })))).toBeVisible()
    await expectAccessible(page, 'new password')
    const code = page.getByLabel(t('member.code'), { exact: true })
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    const password = page.getByLabel(t('member.new-password'), { exact: true })
    const save = page.getByRole('button', { name: t('member.reset-button') })
    await save.click()
    await expect(page.getByRole('link', { name: t('fault.otp-digits') })).toBeVisible()
    await expect(page.getByRole('link', { name: t('member.password-missing') })).toBeVisible()
    await expectAccessible(page, 'new password, with errors')
    await expectFits(page)

    // A refusal keeps what was typed, and the page survives a reload.
    await page.reload()
    await expect(page.getByText(t('member.reset-sent-to', { identifier: person.mobile }))).toBeVisible()
    const right = await until('the code for the new password', async () => {
      const last = await program.smsCode(person.mobile)
      return last !== first && last
    })
    await code.fill(right)
    await password.fill('password1')
    await save.click()
    await expect(page.getByRole('link', { name: t('fault.password-common') })).toBeVisible()
    await expect(code).toHaveValue(right)
    await expect(password).toHaveValue('password1')
    await password.fill('seven carp in the pond')
    await page.getByRole('button', { name: t('member.password-show') }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await saveScreenshot(page, 'reset')
    await save.click()

    await expect(page.getByRole('main').getByText(t('member.reset-done'))).toBeVisible()
    await devotee.logIn(person.mobile, person.password)
    await expect(page.getByRole('link', { name: t('fault.wrong-credentials') })).toBeVisible()
    await devotee.logIn(person.mobile, 'seven carp in the pond')
    await page.waitForURL(`**${href('/cart')}`)
  })

  test('an unknown number gets the same answer as a known one; an expired code links back to requesting a new one', async ({
    page,
    t,
    href,
    saveScreenshot,
    devotee,
  }) => {
    const nobody = newcomer().mobile
    await page.goto(href('/member/reset-password'))
    await expect(devotee.heading(t('member.forgot-title'))).toBeVisible()
    await expect(page.getByText(t('member.expired-title'))).toHaveCount(0)
    await page.getByLabel(t('member.identifier')).fill(nobody)
    await page.getByRole('button', { name: t('common.send-code') }).click()
    await expect(page.getByText(t('member.reset-sent-to', { identifier: nobody }))).toBeVisible()
    await page.getByLabel(t('member.code'), { exact: true }).fill('000000')
    await page.getByLabel(t('member.new-password'), { exact: true }).fill('seven carp in the pond')
    for (let guess = 1; guess <= 5; guess++) {
      const answer = page.waitForResponse('**/api/auth/reset-password**')
      await page.getByRole('button', { name: t('member.reset-button') }).click()
      expect((await answer).status()).toBe(400)
      if (guess > 1) continue
      await expect(page.getByRole('link', { name: t('fault.otp-invalid') })).toBeVisible()
      await expect(page.getByLabel(t('member.new-password'), { exact: true })).toHaveValue('seven carp in the pond')
    }
    await page.waitForURL(`**${href('/member/forgot-password')}?notice=expired`)
    await expect(page.getByText(t('member.expired-title'))).toBeVisible()
    await expect(page.getByLabel(t('member.identifier'))).toHaveValue(nobody)
    await expectAccessible(page, 'expired')
    await expectFits(page)
    await saveScreenshot(page, 'expired')
  })
})

// In English, the journey confirms an address (walk.ts).
test.describe('confirming an e-mail address', { tag: '@phone' }, () => {
  test.use({ siteLanguage: 'zh' })

  test('an e-mail address is confirmed once, by the button on the page that the e-mail links to', async ({
    page,
    program,
    t,
    href,
    saveScreenshot,
    devotee,
  }) => {
    const person = newcomer()
    await page.goto(href('/member/registration'))
    await devotee.register(person)
    await devotee.giveCode(person)
    await page.waitForURL(`**${href('/member/profile')}`)
    await expect(page.getByText(t('member.confirm-text', { email: person.email }))).toBeVisible()
    const again = page.getByRole('button', { name: t('member.confirm-again') })
    await again.click()
    await expect(page.getByText(t('member.confirm-sent'))).toBeVisible()
    await again.click()
    // Shown in a toast, and on the page for those who missed the toast.
    await expect(page.getByText(t('fault.mail-too-soon'))).toHaveCount(2)
    await expect(page.getByRole('alert').getByText(t('fault.mail-too-soon'))).toBeHidden()
    await expect(page.getByText(t('fault.mail-too-soon'))).toBeVisible()
    await expectAccessible(page, 'profile with an unconfirmed address', 'zh')
    await expectFits(page)
    await saveScreenshot(page, 'unconfirmed')
    await devotee.confirmAddress(person)

    // Opening the link a second time changes nothing, and says that the address is already confirmed.
    const mail = await program.mailbox.mailTo(person.email, t('mail.confirm-address.subject'))
    await page.goto(linkIn(mail.text))
    await page.waitForURL(`**${href('/member/profile')}?notice=confirmed`)
    await expect(page.getByText(t('member.confirmed'))).toBeVisible()
    await expect(again).toHaveCount(0)
    await page.request.delete('/api/_auth/session')
    await page.goto(href('/member/login'))
    await devotee.logIn(person.email, person.password)
    await page.waitForURL(`**${href('/member/profile')}`)
  })
})

/** The counter takes the cash for an order. */
async function payAtCounter(program: Program, reference: string) {
  const counter = await requests.newContext({ baseURL: program.url })
  await logIn(counter, 'counter@temple.example', staffPassword)
  await openShift(counter)
  const found = (await (await counter.get(`/api/admin/invoice?q=${reference}`)).json()) as { items: { id: string }[] }
  const paid = await counter.post(`/api/admin/invoice/${found.items[0]?.id}/cash`, {
    headers: newKey(),
    data: { amountReceived: 8800 },
  })
  expect(paid.status(), await paid.text()).toBe(200)
  await counter.dispose()
}

test.describe('accounts without an e-mail address, by keyboard only', { tag: '@phone' }, () => {
  test.use({ siteLanguage: 'zh' })

  test('register with a Chinese name and a mobile number, order, get the receipt by SMS, then reset the password', async ({
    page,
    program,
    t,
    href,
    saveScreenshot,
    devotee,
  }) => {
    test.slow()
    const { chineseName, mobile, password } = newcomer()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const code = page.getByRole('textbox', { name: t('member.code'), exact: true })
    await fillCart(page.request)

    await page.goto(`${href('/member/registration')}?redirect=${encodeURIComponent(href('/cart/checkout'))}`)
    await hydrated(page)
    await typeInto(page, page.getByRole('textbox', { name: t('member.chinese-name'), exact: true }), chineseName)
    await typeInto(page, page.getByRole('textbox', { name: t('common.field.mobile') }), mobile)
    await typeInto(page, page.getByLabel(t('member.password'), { exact: true }), password)
    await pressOn(page, page.getByRole('checkbox'), 'Space')
    await pressOn(page, button(t('common.send-code')))
    await expect(devotee.heading(t('member.code-title'))).toBeVisible()
    await expect(code).toBeFocused()
    await saveScreenshot(page, 'code')
    const first = await program.smsCode(mobile)
    await page.keyboard.type(first)

    await page.waitForURL(`**${href('/cart/checkout')}`)
    await hydrated(page)
    await tabTo(page, page.getByRole('radio').first())
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: new RegExp(`^${t('checkout.cash')}`) })).toBeChecked()
    await pressOn(page, button(t('checkout.cash-pay', { amount: price })))
    await devotee.expectStatus('awaiting-cash')
    await payAtCounter(program, await devotee.reference())
    await program.advance('31s')
    const text = await program.smsTo(mobile, t('invoice.receipt'))
    expect(text).toContain(price)

    // The link in the SMS opens the invoice, which links to the PDF.
    await page.goto(linkIn(text))
    await page.waitForURL(`**${href('/member/profile/invoices/')}**`)
    const paper = page.getByRole('link', { name: t('invoice.receipt-in-zh') })
    const file = await page.request.get((await paper.getAttribute('href')) ?? '')
    expect(pdfText(await file.body())).toContain(chineseName)
    await saveScreenshot(page, 'receipt')

    await page.request.delete('/api/_auth/session')
    await page.goto(href('/member/forgot-password'))
    await hydrated(page)
    await typeInto(page, page.getByRole('textbox', { name: t('member.identifier') }), mobile)
    await page.keyboard.press('Enter')
    await expect(devotee.heading(t('member.reset-title'))).toBeVisible()
    const second = await until('the code for the new password', async () => {
      const last = await program.smsCode(mobile)
      return last !== first && last
    })
    await typeInto(page, code, second)
    await typeInto(page, page.getByLabel(t('member.new-password'), { exact: true }), 'seven carp in the pond')
    await pressOn(page, button(t('member.reset-button')))
    await expect(page.getByRole('main').getByText(t('member.reset-done'))).toBeVisible()
    await typeInto(page, page.getByRole('textbox', { name: t('member.identifier') }), mobile)
    await typeInto(page, page.getByLabel(t('member.password'), { exact: true }), 'seven carp in the pond')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${href('/member/profile')}`)
    await expect(page.getByText(chineseName).first()).toBeVisible()
  })
})
