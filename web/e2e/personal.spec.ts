import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { newcomer } from './harness/devotee.ts'
import { hydrated } from './harness/follow.ts'
import { tabTo } from './harness/keys.ts'
import { pdfText } from './harness/program.ts'
import { fillCart, order } from './harness/setup.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { unzip } from './harness/zip.ts'

// The test enters a wrong password, and the browser logs the refusal.
test.use({ allowedErrors: /status of 400/ })

/** Expects that nothing exceeds the smallest screen with the largest text. */
async function expectFits(page: Page) {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const over = await page.evaluate(() => {
    const root = document.documentElement
    const size = root.dataset.size
    root.dataset.size = '3'
    const wide = root.scrollWidth - root.clientWidth
    if (size) root.dataset.size = size
    else delete root.dataset.size
    return wide
  })
  expect(over, 'pixels beyond the edge').toBeLessThanOrEqual(0)
  if (before) await page.setViewportSize(before)
}

test('by keyboard only: a member downloads all personal data, closes the account and reopens it', async ({
  page,
  program,
  t,
  saveScreenshot,
}) => {
  const person = newcomer()
  const { name, chineseName, mobile, email, password } = person
  const data = { name, chineseName, mobile, email, password, locale: 'en', acceptedPolicies: '2026-11' }
  expect((await page.request.post('/api/auth/registration', { data })).status()).toBe(200)
  const otp = await program.smsCode(mobile)
  expect((await page.request.post('/api/auth/otp/verify', { data: { otp } })).status()).toBe(200)
  await fillCart(page.request)
  const reference = await order(page.request, 'cash')

  await page.goto('/member/profile')
  await hydrated(page)
  await page.getByRole('link', { name: t('profile.data') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('data.title') })).toBeFocused()
  await expect(page.getByText(/2026-11/).first()).toBeVisible() // the version of the policy agreed to
  await expectAccessible(page, 'personal data')
  await saveScreenshot(page, 'data')

  // The archive requires the password, and is complete.
  const download = page.getByRole('region', { name: t('data.download-title') })
  const typed = download.getByLabel(t('common.field.your-password'), { exact: true })
  await tabTo(page, typed)
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(download.getByRole('link', { name: t('fault.wrong-password') })).toBeVisible()
  await tabTo(page, typed)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(password)
  const saving = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const saved = await saving
  await expect(download.getByRole('status')).toContainText(t('data.download-started'))
  expect(saved.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzip(readFileSync(await saved.path()))
  expect(files.get('README.txt')?.toString()).toContain(name)
  const invoices = JSON.parse(files.get('invoices.json')?.toString() ?? '') as {
    number: string
    paymentReference: string
  }[]
  expect(invoices.map((invoice) => invoice.paymentReference)).toEqual([reference])
  expect(files.get('account.json')?.toString()).toContain(chineseName)
  const number = invoices[0]?.number ?? ''
  expect(pdfText(files.get(`invoices/${number}/${number}.pdf`) ?? Buffer.alloc(0))).toContain(reference)

  // Closing takes two steps: an explanation, then a tick and the password.
  await tabTo(page, page.getByRole('button', { name: t('data.close-begin') }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: t('data.close-what-title') })).toBeFocused()
  const close = page.getByRole('region', { name: t('data.close-title') })
  await expect(close.getByRole('link', { name: number })).toBeVisible()
  const end = close.getByRole('button', { name: t('data.close-button') })
  await tabTo(page, end)
  await page.keyboard.press('Enter')
  await expect(close.getByRole('link', { name: t('data.close-confirm-missing') })).toBeVisible()
  await expectAccessible(page, 'closing, with errors')
  await expectFits(page)
  await saveScreenshot(page, 'closing')
  await tabTo(page, close.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, close.getByLabel(t('common.field.your-password'), { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  const keepButton = page.getByRole('button', { name: t('data.keep-button') })
  await expect(keepButton).toBeVisible()
  await expect(close).toHaveCount(0)
  await saveScreenshot(page, 'closed')

  // On every page, a strip links to reopening.
  await page.goto('/')
  await hydrated(page)
  const strip = page.getByRole('complementary', { name: t('data.strip-label') })
  await tabTo(page, strip.getByRole('link', { name: t('data.keep-button') }))
  await expectAccessible(page, 'home, with the strip')
  await saveScreenshot(page, 'strip')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/member/profile/data')
  await expect(page.getByRole('heading', { level: 1, name: t('data.title') })).toBeFocused()
  await tabTo(page, keepButton)
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('data.keep-done')).first()).toBeVisible()
  await expect(close).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goto('/')
  await hydrated(page)
  await expect(page.getByRole('link', { name: t('common.account') }).first()).toBeVisible()
  await expect(strip).toHaveCount(0)
})
