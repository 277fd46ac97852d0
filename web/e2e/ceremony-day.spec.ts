import { Devotee, linkIn, newcomer } from './harness/devotee.ts'
import { hydrated } from './harness/follow.ts'
import { makeHall } from './harness/hall.ts'
import { Office } from './harness/office.ts'
import { photograph } from './harness/pictures.ts'
import { pdfText } from './harness/program.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { expectNothingOver } from './harness/widths.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')
const zh = wordsOf('zh')
const amount = 'S$188.00'
const code = 'A-08-07'
const href = (path: string) => `/zh${path}`

// Own temple: its clock advances by a year.
const temple = ownTemple((program) => makeHall(program.url))

test('a lamp from choosing its position to the rite, and renewal at the same position next year', async ({
  browser,
  watch,
  saveScreenshot,
}) => {
  test.setTimeout(120_000)
  const program = temple()
  const context = await browser.newContext({
    baseURL: program.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
  })
  watch(context)
  const page = await context.newPage()
  const devotee = new Devotee(page, program, 'zh', zh, href, amount)
  const person = newcomer()

  // A guest chooses a position for a yearly lamp, registers and pays.
  await page.goto(href('/blessing-service/light-lamp'))
  await hydrated(page)
  await page.getByRole('radio', { name: /^莲花大灯/ }).check()
  await page.getByRole('radio', { name: new RegExp(`^${zh('offering.term-yearly')}`) }).check()
  await page.getByRole('button', { name: zh('place.choose') }).click()
  const map = page.getByRole('dialog')
  await map.getByLabel(zh('place.row'), { exact: true }).selectOption('8')
  await map.getByRole('button', { name: code }).click()
  await expectAccessible(page, 'choosing a place', 'zh')
  await expectNothingOver(page, 'choosing a place', 1280)
  await map.getByRole('button', { name: zh('place.take', { code }) }).click()
  await page
    .getByRole('listitem', { name: zh('form.person-title', { number: 1 }) })
    .getByLabel('中文姓名')
    .fill('陈吉䶮')
  await page.getByRole('button', { name: zh('offering.add') }).click()
  await page.waitForURL(`**${href('/cart')}`)
  await devotee.toCheckout()
  await page.getByRole('link', { name: zh('member.to-registration') }).click()
  await devotee.register(person)
  await devotee.giveCode(person)
  await page.waitForURL(`**${href('/cart/checkout')}`)
  await devotee.confirmAddress(person)
  const first = await devotee.transfer()
  await devotee.payButton().click()
  await devotee.expectStatus('under-verification')
  await expect(page.getByText(code).first()).toBeVisible()
  await approve(first)

  // The name appears on the list; it is corrected, keeping both texts, and checked.
  const ritual = await openRitual()
  const office = ritual.page
  await office
    .getByRole('button', { name: t('ceremonies.new') })
    .first()
    .click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel(t('ceremonies.title-en')).fill('Lighting of the lamps')
  await dialog.getByLabel(t('ceremonies.title-zh')).fill('点灯法会')
  await dialog
    .getByLabel(t('office.field.offering'), { exact: true })
    .selectOption({ label: 'Blessing lamp · Grand lotus lamp' })
  await dialog.getByLabel(t('ceremonies.kind')).selectOption('lamp')
  await dialog.getByLabel(t('ceremonies.starts')).fill('2027-12-22T10:00')
  await dialog.getByLabel(t('ceremonies.ends')).fill('2027-12-22T12:00')
  await dialog.getByLabel(new RegExp(`^${t('ceremonies.place-en')}`)).fill('Main Hall')
  await dialog.getByLabel(new RegExp(`^${t('ceremonies.place-zh')}`)).fill('大殿')
  await dialog.getByRole('button', { name: t('ceremonies.new') }).click()
  await expect(office.getByRole('link', { name: /^0001 / })).toBeVisible({ timeout: 30_000 })
  await saveScreenshot(office, 'list')
  await office.getByRole('link', { name: t('ceremonies.check') }).click()
  const entry = office.getByRole('main').getByRole('heading', { level: 2 })
  await expect(entry).toBeFocused()
  await office.keyboard.press('e')
  const name = office.getByLabel(t('ceremonies.name-no', { no: 1 }))
  await name.fill('陈𠮷䶮')
  await office.getByLabel(t('ceremonies.reason')).selectOption('family-asked')
  await office.getByRole('checkbox', { name: t('ceremonies.right-too') }).check()
  await office.getByRole('button', { name: t('ceremonies.save-correction') }).click()
  await expect(office.getByText(t('ceremonies.correction-saved'))).toBeVisible()
  await expect(entry).toContainText(t('ceremonies.state-checked'))
  await saveScreenshot(office, 'checked')

  // The label is printed with the corrected name, and the sheet is confirmed.
  await office.getByRole('link', { name: 'Lighting of the lamps' }).click()
  await office.getByRole('link', { name: t('office.new-run') }).click()
  await office.getByRole('button', { name: t('print.next') }).click()
  await office.getByRole('button', { name: t('print.next') }).click()
  await expect(office.getByRole('img', { name: t('print.proof-alt') })).toBeVisible()
  await office.getByRole('button', { name: t('print.make') }).click()
  await expect(office.getByText(t('print.run-ready'))).toBeVisible({ timeout: 40_000 })
  const sheet = office.getByRole('img', { name: t('print.sheet-alt', { no: 1 }) })
  await expect(sheet).toBeVisible()
  await saveScreenshot(office, 'run')
  const link = await office.getByRole('link', { name: /PDF/ }).getAttribute('href')
  const file = await office.request.get(link ?? '')
  expect(pdfText(await file.body()).replaceAll('\n', '')).toContain('陈𠮷䶮') // a line for each character of a column
  await office.getByRole('radio', { name: t('print.accept-all') }).check()
  await office.getByRole('button', { name: t('print.accept-send') }).click()
  await expect(office.getByText(t('print.accepted-toast', { count: 1 }))).toBeVisible()

  // The rite is marked as done with a photograph; half an hour later the family is notified.
  await office
    .getByRole('link', { name: t('office.area-ceremonies') })
    .first()
    .click()
  await office.getByRole('link', { name: 'Lighting of the lamps' }).click()
  await office.getByRole('button', { name: t('ceremonies.done-go') }).click()
  await dialog.locator('input[type=file]').setInputFiles(await photograph(office.context(), 'hall', 'altar.jpg'))
  await expect(dialog.getByText(t('ceremonies.done-photo-is'))).toBeVisible({ timeout: 30_000 })
  await dialog.getByRole('button', { name: t('ceremonies.done-go') }).click()
  await expect(office.getByRole('button', { name: t('common.undo') })).toBeVisible()
  await ritual.close()
  await program.advance('31m')
  const told = await program.mailbox.mailTo(person.email, '点灯法会已圆满')
  expect(told.language).toBe('zh-Hans')
  expect(told.text).toContain('陈𠮷䶮')
  expect(told.text).toContain('/media/')

  // The family sees it on the phone.
  await context.request.post('/api/auth/authentication', {
    data: { identifier: person.mobile, password: person.password },
  })
  await page.goto(href('/member/profile'))
  await page.getByRole('link', { name: zh('profile.lamps') }).click()
  await expect(page.getByRole('heading', { level: 2, name: code })).toBeVisible()
  await expect(page.getByText('点灯法会').first()).toBeVisible()
  await expect(page.getByText(zh('lamp.see-photo')).first()).toBeVisible()
  await expectAccessible(page, 'my lamps', 'zh')
  await expectNothingOver(page, 'my lamps', 1280)
  await saveScreenshot(page, 'my-lamp')
  const { items } = (await (await page.request.get('/api/subscription')).json()) as { items: { endsAt: string }[] }

  // A year later it is renewed by the link in the e-mail, and keeps its position.
  const moved = new Date(Date.parse(items[0]?.endsAt ?? '') - 30 * 86_400_000 + 12 * 3_600_000)
  await program.setClock(moved)
  const reminder = await program.mailbox.mailTo(
    person.email,
    zh('mail.renewal-reminder.subject', { title: '…', until: '…' }),
  )
  await context.clock.setSystemTime(moved)
  await page.goto(linkIn(reminder.text))
  await expect(page).toHaveURL(new RegExp(`${href('/member/renewal')}$`))
  await expect(devotee.qrCode()).toBeVisible()
  const second = await devotee.reference()
  await devotee.choosePicture(await devotee.picture(second))
  await devotee.pictureArrived()
  await devotee.expectAmount()
  await devotee.payButton().click()
  await expect(page.getByText(zh('subscription.renewal-checking-title'))).toBeVisible()
  await approve(second)
  await context.request.post('/api/auth/authentication', {
    data: { identifier: person.mobile, password: person.password },
  })
  await page.goto(href('/member/profile/lamps'))
  await expect(page.getByRole('heading', { level: 2, name: code })).toHaveCount(1)
  await expect(page.getByText(zh('lamp.year', { count: 2 }))).toBeVisible()
  await saveScreenshot(page, 'renewed')

  async function approve(reference: string) {
    const treasurer = await Office.open(browser, watch, program, 'treasurer')
    await treasurer.openPayment(reference)
    await treasurer.approve(amount)
    await treasurer.close()
  }

  function openRitual() {
    return Office.open(browser, watch, program, 'ritual', { at: '/admin/ceremonies', width: 1280 })
  }
})
