import type { Page } from '@playwright/test'
import { hydrated } from './harness/follow.ts'
import { newMember, newStaff } from './harness/member.ts'
import { codeOf } from './harness/totp.ts'
import { expect, expectAccessible, test } from './harness/test.ts'

// Passkeys belong to a host name, never to an IP address. One API call is refused on purpose.
test.use({ host: 'localhost', allowedErrors: /status of 40[03]/ })

/** Adds a virtual authenticator that confirms at once when `willing`. */
async function giveLock(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  })
  return {
    willing: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

test.describe('a passkey in Chinese', { tag: '@phone' }, () => {
  test.use({ siteLanguage: 'zh' })

  test('a member accepts the offer to add a passkey, logs in with it, and removes it', async ({
    page,
    program,
    t,
    href,
    saveScreenshot,
  }) => {
    const lock = await giveLock(page)
    const { mobile, password } = await newMember(page.request, program)
    await page.goto(href('/member/profile'))
    await expect(page.getByRole('heading', { name: t('passkey.offer-title') })).toBeVisible()
    await expectAccessible(page, 'profile with the offer')
    await saveScreenshot(page, 'offer')
    await page.getByRole('button', { name: t('passkey.add-phone') }).click()
    await expect(page.getByText(t('passkey.added-phone'))).toBeVisible()
    expect(await lock.count()).toBe(1)

    // From the browser's autofill, chosen at once: no button is pressed.
    await page.request.delete('/api/_auth/session')
    await page.goto(href('/member/login'))
    await page.waitForURL(`**${href('/member/profile')}`)
    await expect(page.getByRole('heading', { level: 1, name: t('common.account') })).toBeVisible()
    await expect(page.getByRole('heading', { name: t('passkey.offer-title') })).toHaveCount(0)

    await page.request.delete('/api/_auth/session')
    await lock.willing(false)
    await page.goto(`${href('/member/login')}?redirect=${encodeURIComponent(href('/member/profile/security'))}`)
    await hydrated(page)
    await expect(page.getByLabel(t('member.identifier'))).toHaveAttribute('autocomplete', 'username webauthn')
    await expect(page.getByRole('button', { name: t('passkey.login-phone') })).toBeVisible()
    await expectAccessible(page, 'login with a passkey')
    await saveScreenshot(page, 'login')
    await lock.willing(true)
    await page.getByRole('button', { name: t('passkey.login-phone') }).click()
    await page.waitForURL(`**${href('/member/profile/security')}`)

    const section = page.getByRole('region', { name: t('passkey.section-title') })
    await expect(section.getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page, 'security with a passkey')
    await saveScreenshot(page, 'security')
    await section.getByRole('button', { name: t('passkey.rename') }).click()
    await section.getByLabel(t('passkey.name')).fill('陈𠮷䶮')
    await section.getByRole('button', { name: t('passkey.rename-save') }).click()
    await expect(section.getByText('陈𠮷䶮', { exact: true }).first()).toBeVisible()
    await section.getByRole('button', { name: t('passkey.remove') }).click()
    await section.getByRole('button', { name: t('passkey.remove-yes') }).click()
    await expect(section.getByText(t('passkey.removed', { name: '陈𠮷䶮' }))).toBeVisible()
    await expect(section.getByRole('listitem')).toHaveCount(0)

    // A passkey removed here is still on the phone: the error explains that, and the password works.
    await page.request.delete('/api/_auth/session')
    await lock.willing(false)
    await page.goto(href('/member/login'))
    await hydrated(page)
    await lock.willing(true)
    await page.getByRole('button', { name: t('passkey.login-phone') }).click()
    await expect(page.getByText(t('fault.passkey-unknown')).first()).toBeVisible()
    await page.getByLabel(t('member.identifier')).fill(mobile)
    await page.getByLabel(t('member.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: t('common.login'), exact: true }).click()
    await page.waitForURL(`**${href('/member/profile')}`)
  })
})

test.describe('two-step sign-in of staff', { tag: '@phone' }, () => {
  // Logging out while the desk still polls ends with a 401.
  test.use({ allowedErrors: /status of 40[013]/ })
  test.afterEach(({ program }) => program.setDemonstration(true))

  test('outside demonstration mode, staff must set up a second factor at the first login and use it from then on', async ({
    page,
    program,
    t,
    href,
    saveScreenshot,
  }) => {
    const { email, password } = await newStaff(page.request, program, 'treasurer')
    await page.context().clearCookies()
    program.setDemonstration(false)
    async function logIn() {
      await page.getByLabel(t('member.identifier')).fill(email)
      await page.getByLabel(t('member.password'), { exact: true }).fill(password)
      await page.getByRole('button', { name: t('common.login'), exact: true }).click()
    }
    await page.goto(href('/member/login'))
    await hydrated(page)
    await logIn()
    await page.waitForURL(`**${href('/member/second-factor')}`)
    await expect(page.getByRole('heading', { name: t('factor.needed-title') })).toBeVisible()
    await expectAccessible(page, 'a second step is missing')
    await saveScreenshot(page, 'second-missing')
    expect((await page.request.get('/api/admin/invoice?q=a')).status()).toBe(403)
    await page.goto('/admin')
    await expect(page.getByRole('link', { name: t('office.factor-button') })).toBeVisible()
    await page.goto(href('/member/profile'))
    await page.waitForURL(`**${href('/member/second-factor')}`)

    await page.getByRole('button', { name: t('factor.app-begin') }).click()
    await expect(page.getByRole('img', { name: t('factor.qr-alt') })).toBeVisible()
    const link = await page.getByRole('link', { name: t('factor.open-app') }).getAttribute('href')
    const secret = new URL(link ?? '').searchParams.get('secret') ?? ''
    await expectAccessible(page, 'setting the app up')
    await saveScreenshot(page, 'second-app')
    await page.getByRole('button', { name: t('factor.finish') }).click()
    await expect(page.getByText(t('factor.code-missing'))).toBeVisible()
    await page.getByLabel(t('factor.code')).fill(codeOf(secret, Date.now()))
    await page.getByRole('button', { name: t('factor.finish') }).click()
    await expect(page.getByRole('heading', { name: t('factor.codes-title') })).toBeVisible()
    const shown = page.getByRole('region', { name: t('factor.codes-title') }).getByRole('listitem')
    const codes = await shown.allTextContents()
    expect(codes).toHaveLength(10)
    await expectAccessible(page, 'recovery codes')
    await saveScreenshot(page, 'second-codes')
    await page.getByRole('button', { name: t('factor.codes-kept') }).click()
    await expect(page.getByRole('heading', { name: t('factor.done-title') })).toBeVisible()
    await saveScreenshot(page, 'second-done')
    await page.getByRole('link', { name: t('factor.to-office') }).click()
    await expect(page.getByRole('navigation', { name: t('office.menu') })).toBeVisible()

    await page.getByRole('button', { name: t('common.logout') }).click()
    await expect(page.getByRole('heading', { name: t('office.door') })).toBeVisible()
    await page.goto(`${href('/member/login')}?redirect=%2Fadmin`)
    await hydrated(page)
    await logIn()
    const code = page.getByLabel(t('factor.code'))
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expectAccessible(page, 'the second step of a login')
    await saveScreenshot(page, 'second-login')
    await code.fill(codeOf(secret, Date.now() - 600_000))
    await page.getByRole('button', { name: t('common.login'), exact: true }).click()
    await expect(page.getByRole('link', { name: t('fault.factor-code-wrong') })).toBeVisible()
    await page.getByRole('button', { name: t('factor.to-recovery') }).click()
    await page.getByLabel(t('factor.recovery-code')).fill(codes[4]?.toLowerCase() ?? '')
    await page.getByRole('button', { name: t('common.login'), exact: true }).click()
    await expect(page.getByRole('navigation', { name: t('office.menu') })).toBeVisible()
  })
})
