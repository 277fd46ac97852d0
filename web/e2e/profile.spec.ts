import { answered } from './harness/calls.ts'
import { linkIn, newcomer } from './harness/devotee.ts'
import { hydrated } from './harness/follow.ts'
import { tabTo } from './harness/keys.ts'
import { newMember } from './harness/member.ts'
import { expect, expectAccessible, test } from './harness/test.ts'

test.use({ allowedErrors: /status of 400/ })

test.describe('a member’s own account', () => {
  test('by keyboard only: a lost e-mail address is replaced by phone code, and the owner reverses the change', async ({
    page,
    program,
    t,
    saveScreenshot,
  }) => {
    const person = await newMember(page.request, program, { confirmed: true })
    await page.request.delete('/api/_auth/session')
    const fresh = `fresh-${person.email}`
    const leaks: string[] = []
    const main = page.getByRole('main')
    page.on('requestfinished', async (request) => {
      const { referer = '' } = await request.allHeaders()
      if (referer.includes('ticket=')) leaks.push(`${request.url()} hears ${referer}`)
    })
    const press = async (name: string) => {
      await tabTo(page, page.getByRole('button', { name, exact: true }))
      await page.keyboard.press('Enter')
    }

    await page.goto('/member/forgot-password')
    await hydrated(page)
    await tabTo(page, page.locator('summary', { hasText: t('member.lost-email-title') }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByLabel(t('common.field.mobile'), { exact: true }))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(person.mobile)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(t('member.code'), { exact: true })).toBeFocused()
    await expectAccessible(page, 'lost e-mail')
    await saveScreenshot(page, 'lost-email')
    await page.keyboard.type(await program.smsCode(person.mobile))

    await page.waitForURL('**/member/reset-email') // the ticket is not in the address bar
    await tabTo(page, page.getByLabel(t('member.new-email')))
    await page.keyboard.type(fresh)
    await page.keyboard.press('Enter')
    await expect(main.getByRole('status')).toContainText(t('member.new-address-done', { email: fresh }))

    const proof = await program.mailbox.mailTo(fresh, t('mail.confirm-address.subject'))
    await page.goto(linkIn(proof.text))
    await page.waitForURL('**/member/reset-email')
    await hydrated(page)
    await press(t('member.confirm-address-button'))
    await expect(main.getByRole('status')).toContainText(t('member.confirm-address-done', { email: fresh }))

    const told = await program.mailbox.mailTo(person.email, t('mail.address-changed.subject'))
    await page.goto(linkIn(told.text))
    await page.waitForURL('**/member/undo-email')
    await hydrated(page)
    await press(t('member.undo-address-button'))
    await expect(main.getByRole('status')).toContainText(t('member.undo-address-done', { email: person.email }))
    expect(leaks).toEqual([])

    // The used link says so, and leads to requesting a new one.
    await page.goto(linkIn(told.text))
    await expect(main.getByRole('status')).toContainText(t('member.expired-title'))
    await expect(page.locator('summary', { hasText: t('member.lost-email-title') })).toBeVisible()
    const data = { identifier: person.email, password: person.password }
    expect((await page.request.post('/api/auth/authentication', { data })).status()).toBe(200)
  })

  test('a member changes the profile and mobile number and signs out other devices', async ({
    page,
    program,
    browser,
    t,
    saveScreenshot,
    watch,
  }) => {
    const person = await newMember(page.request, program, { confirmed: true })
    const data = { identifier: person.email, password: person.password }
    const context = await browser.newContext({ baseURL: program.url })
    watch(context)
    const device = await context.newPage()
    expect((await device.request.post('/api/auth/authentication', { data })).status()).toBe(200)

    await page.goto('/member/profile')
    await hydrated(page)
    await expect(page.getByText(t('profile.greeting', { name: person.name }))).toBeVisible()
    const name = page.getByLabel(t('profile.name'), { exact: true })
    const save = page.getByRole('button', { name: t('common.save'), exact: true })
    await name.fill('Tan Bee Leng Mary')
    await expect(page.getByText(t('profile.unsaved'))).toBeVisible()
    await page.getByLabel(t('profile.country')).selectOption('SG')
    await page.getByLabel(t('profile.postal-code')).fill('18956')
    await page.getByLabel(t('profile.street')).fill('Bayfront Avenue')
    await page.getByRole('radio', { name: t('profile.reminders-sms') }).check()
    await save.click()
    // Errors are shown at their fields, and nothing typed is lost.
    await expect(page.getByRole('alert').getByRole('link', { name: t('fault.postal-code-invalid') })).toBeVisible()
    await expect(page.getByLabel(t('profile.street'))).toHaveValue('Bayfront Avenue')
    await expectAccessible(page, 'profile, with an error')
    await page.getByLabel(t('profile.postal-code')).fill('018 956')
    await save.click()
    await expect(page.getByText(t('profile.saved'))).toBeVisible()
    await expect(page.getByLabel(t('profile.postal-code'))).toHaveValue('018956')
    await saveScreenshot(page, 'profile')

    const section = page.getByRole('region', { name: t('common.field.mobile') })
    await section.getByRole('button', { name: t('profile.mobile-change') }).click()
    const next = newcomer().mobile
    await section.getByLabel(t('common.field.mobile'), { exact: true }).fill(next)
    await section.getByLabel(t('profile.password-again')).fill(person.password)
    await section.getByRole('button', { name: t('common.send-code') }).click()
    await section.getByLabel(t('member.code'), { exact: true }).fill(await program.smsCode(next))
    await expect(section.getByRole('status')).toHaveText(t('profile.mobile-done'))
    await expect(section.getByRole('button', { name: t('profile.mobile-change') })).toBeFocused()
    // The new number ended the other device's session; it logs in again, with its own text size.
    const again = { identifier: next, password: person.password }
    expect((await device.request.post('/api/auth/authentication', { data: again })).status()).toBe(200)

    const size = page.getByRole('region', { name: t('profile.text-size') })
    const kept = page.waitForResponse('**/api/member/update/profile*')
    await size.getByRole('radio', { name: t('common.text-largest') }).check()
    expect((await kept).status()).toBe(200)
    await device.goto('/member/profile/security')
    await hydrated(device)
    await expect(device.locator('html')).toHaveAttribute('data-size', '3')

    await page.goto('/member/profile')
    await hydrated(page)
    await expect(page.getByLabel(t('profile.name'), { exact: true })).toHaveValue('Tan Bee Leng Mary')
    await page
      .getByRole('navigation', { name: t('common.account') })
      .getByRole('link', { name: t('profile.security') })
      .click()
    const sessions = page.getByRole('region', { name: t('security.sessions-title') })
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expect(sessions.getByRole('listitem').first()).toContainText(t('security.this-one'))
    await expectAccessible(page, 'password and devices')
    await saveScreenshot(page, 'security')
    await sessions.getByRole('button', { name: t('security.sign-out-others') }).click()
    await expect(sessions.getByRole('status')).toHaveText(t('security.signed-out-others'))
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    expect((await device.request.get('/api/auth/identity')).status()).toBe(401)

    const password = page.getByRole('region', { name: t('security.password-title') })
    await password.getByLabel(t('security.current-password'), { exact: true }).fill(person.password)
    await password.getByLabel(t('security.new-password'), { exact: true }).fill('seven carp in the pond')
    await password.getByRole('button', { name: t('security.password-button') }).click()
    await expect(password.getByRole('status').filter({ hasText: t('security.password-done') })).toBeVisible()
    await answered(device) // closing would cancel pending requests, which counts as an error
    await context.close()
  })
})
