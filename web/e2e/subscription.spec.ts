import { answered } from './harness/calls.ts'
import { Devotee, linkIn } from './harness/devotee.ts'
import { hydrated } from './harness/follow.ts'
import { Office } from './harness/office.ts'
import { Program } from './harness/program.ts'
import { newMember } from './harness/member.ts'
import { fillCart, logIn } from './harness/setup.ts'
import { expect, expectAccessible, test as base } from './harness/test.ts'

// Its own program, since its clock moves ahead by a year.
const test = base.extend<object, { program: Program }>({
  program: [
    async ({ database, host }, use) => {
      const program = await Program.start(database, host)
      await use(program)
      await program.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** The day on which the reminder is sent, at noon in Singapore. */
function thirtyDaysBefore(end: string): Date {
  return new Date(Date.parse(end) - 30 * 86_400_000 + 12 * 3_600_000)
}

test('a yearly lamp is ordered, its reminder sent, renewed by the link in the e-mail, and cancelled', async ({
  page,
  program,
  browser,
  watch,
  siteLanguage,
  t,
  href,
  saveScreenshot,
  devotee,
}) => {
  test.slow()
  const person = await newMember(page.request, program, { confirmed: true })
  await fillCart(page.request, 'yearly')
  await page.goto('/cart/checkout')
  const first = await devotee.transfer()
  await devotee.payButton().click()
  await devotee.expectStatus('under-verification')
  await approve(first)

  // It is listed in the member's pages.
  await page.goto('/member/profile')
  await hydrated(page)
  await page.getByRole('link', { name: t('profile.subscriptions') }).click()
  const lamp = page.getByRole('article')
  await expect(lamp.getByText(t('subscription.badge-running'), { exact: true })).toBeVisible()
  await saveScreenshot(page, 'list')
  const { items } = (await (await page.request.get('/api/subscription')).json()) as { items: { endsAt: string }[] }

  // Eleven months later an e-mail is sent, whose link needs no login.
  const moved = thirtyDaysBefore(items[0]?.endsAt ?? '')
  await program.setClock(moved)
  const mail = await program.mailbox.mailTo(
    person.email,
    t('mail.renewal-reminder.subject', { title: '…', until: '…' }),
  )
  const context = await browser.newContext({ baseURL: program.url, viewport: page.viewportSize(), locale: 'en-SG' })
  watch(context)
  await context.clock.setSystemTime(moved) // the phone's clock moves too
  const phone = await context.newPage()
  await phone.goto(linkIn(mail.text))
  await expect(phone).toHaveURL(new RegExp(`${href('/member/renewal')}$`)) // the ticket is no longer in the address bar
  for (const name of ['陈𠮷䶮', 'Tan Bee Leng']) await expect(phone.getByText(name).first()).toBeVisible()
  await saveScreenshot(phone, 'renewal')
  await expectAccessible(phone, 'the page of a reminder')
  const there = new Devotee(phone, program, siteLanguage, t, href)
  const reference = await there.reference()
  await expect(there.qrCode()).toBeVisible()
  await there.choosePicture(await there.picture(reference))
  await there.pictureArrived()
  await there.expectAmount()
  await there.payButton().click()
  await expect(phone.getByText(t('subscription.renewal-checking-title'))).toBeVisible()
  await saveScreenshot(phone, 'renewal-paid')
  await approve(reference)
  await answered(phone) // closing would cancel pending requests, which counts as an error
  await context.close()

  // The history has both years.
  await logIn(page.request, person.mobile, person.password)
  await page.goto('/member/profile/subscriptions')
  await hydrated(page)
  await lamp.getByRole('link', { name: t('subscription.open') }).click()
  const terms = page.getByRole('region', { name: t('subscription.terms-title') }).locator('ol > li')
  await expect(terms).toHaveCount(2)
  await expect(terms.first().getByRole('heading', { name: t('subscription.term-number', { number: 2 }) })).toBeVisible()
  await expect(terms.filter({ hasText: /^.*Paid on/ })).toHaveCount(2)
  await saveScreenshot(page, 'detail')
  await expectAccessible(page, 'a subscription')

  // By keyboard: other names for the next year, then cancelling.
  await page.getByRole('button', { name: t('subscription.names-edit') }).press('Enter')
  const name = page.getByRole('listitem', { name: t('form.person-title', { number: 2 }) }).getByLabel('English name')
  await name.fill('Lim Mei Hua')
  await name.press('Enter')
  await expect(page.getByText('Lim Mei Hua').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: t('subscription.names-title') })).toBeFocused()

  const end = page.getByRole('button', { name: t('subscription.cancel') })
  await end.press('Enter')
  const dialog = page.getByRole('dialog', { name: t('subscription.cancel-title') })
  await expect(dialog).toBeVisible()
  await saveScreenshot(page, 'cancel')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(end).toBeFocused()
  await end.press('Enter')
  await dialog.getByRole('button', { name: t('subscription.cancel-yes') }).press('Enter')
  await expect(page.getByText(t('subscription.badge-lasting'))).toBeVisible()
  await expect(end).toBeHidden()
  await saveScreenshot(page, 'cancelled')

  async function approve(paid: string) {
    const office = await Office.open(browser, watch, program, 'treasurer')
    await office.openPayment(paid)
    await office.approve()
    await office.close()
  }
})
