import { Office } from './harness/office.ts'
import { Program } from './harness/program.ts'
import { emvFields, readQR } from './harness/qr.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { hydrated } from './harness/follow.ts'
import { codeOf } from './harness/totp.ts'
import { wordsOf } from './harness/words.ts'
import { make, publish } from './harness/editor.ts'

const t = wordsOf('en')
const founder = { name: 'Lim Kok Hua', email: 'lim@temple.example', password: 'a long first password' }

test('a new temple is set up by following only its guide, sells one lamp and takes cash', async ({
  browser,
  watch,
  saveScreenshot,
}) => {
  test.setTimeout(180_000)
  const program = await Program.start('sqlite', '127.0.0.1', founder)
  const context = await browser.newContext({
    baseURL: program.url,
    viewport: { width: 1280, height: 900 },
    locale: 'en-SG',
  })
  watch(context)
  const page = await context.newPage()
  const saved = () => expect(page.getByText(/^Saved/).first()).toBeVisible()
  const step = async (what: 'temple' | 'paynow' | 'category' | 'offering' | 'order' | 'payment') => {
    await page.goto('/admin')
    await page.getByRole('link', { name: t('today.step-go', { step: t(`today.step-${what}`) }) }).click()
  }

  await test.step('the first login sets up the second factor', async () => {
    await page.goto('/member/login?redirect=%2Fadmin')
    await hydrated(page)
    await page.getByLabel(t('member.identifier')).fill(founder.email)
    await page.getByLabel(t('member.password'), { exact: true }).fill(founder.password)
    await page.getByRole('button', { name: t('common.login'), exact: true }).click()
    await page.getByRole('link', { name: t('office.factor-button') }).click()
    await page.getByRole('button', { name: t('factor.app-begin') }).click()
    const link = await page.getByRole('link', { name: t('factor.open-app') }).getAttribute('href')
    await page
      .getByLabel(t('factor.code'))
      .fill(codeOf(new URL(link ?? '').searchParams.get('secret') ?? '', Date.now()))
    await page.getByRole('button', { name: t('factor.finish') }).click()
    await page.getByRole('button', { name: t('factor.codes-kept') }).click()
    await page.getByRole('link', { name: t('factor.to-office') }).click()
  })

  await test.step('the set-up guide', async () => {
    await expect(page.getByRole('heading', { name: t('today.set-up') })).toBeVisible()
    await expectAccessible(page, 'the guide')
    await saveScreenshot(page, 'guide')
    await step('temple')
    await expect(page.getByLabel(t('records.place-name-en'))).toBeFocused() // below the opening hours, on a long page
    await page.getByLabel(t('records.place-name-en')).fill('White Crane Temple')
    await page.getByLabel(t('records.place-name-zh')).fill('白鹤寺')
    await saved()
    await publish(page)
    await step('paynow')
    const paynow = page.getByRole('form', { name: t('settings.group.paynow'), exact: true })
    await expect(paynow.getByRole('textbox').first()).toBeFocused()
    await paynow.getByLabel(t('settings.key.paynow-uen')).fill('T08SS0001L')
    await paynow.getByLabel(t('settings.key.paynow-payee')).fill('WHITE CRANE TEMPLE')
    await paynow.getByRole('button', { name: t('settings.save') }).click()
    await expect(page.getByText(t('settings.saved'))).toBeVisible()
    await step('category')
    await make(page, 'category', { en: 'Lamps', zh: '供灯', key: 'lamps' })
    await saved()
    await publish(page)
    await step('offering')
    await make(page, 'offering', { en: 'Blessing lamp', zh: '光明灯', key: 'light-lamp' })
    await page.getByRole('textbox', { name: t('records.summary-en'), exact: true }).fill('A lamp for a year.')
    await page.getByRole('textbox', { name: t('records.summary-zh'), exact: true }).fill('一年明灯。')
    await page.getByRole('link', { name: t('records-offering.tab-place'), exact: true }).click()
    await page.getByLabel(t('records.category')).selectOption('lamps')
    await page.getByText(t('records-banner.art-lamp'), { exact: true }).click()
    await page.getByRole('link', { name: t('records-offering.tab-options') }).click()
    await page.getByRole('button', { name: t('records-offering.add') }).click()
    await page.getByRole('textbox', { name: t('records.name-en'), exact: true }).fill('One person')
    await page.getByRole('textbox', { name: t('records.name-zh'), exact: true }).fill('个人灯')
    await page.getByRole('textbox', { name: t('records.price'), exact: true }).fill('38')
    await saved()
    await publish(page)
    await saveScreenshot(page, 'first-offering')
  })

  await test.step('the first order and its cash payment', async () => {
    await step('payment')
    await page.getByRole('link', { name: t('office.open-shift') }).click()
    await page.getByRole('radio', { name: t('shift.float-count') }).check()
    await page.getByLabel('S$10', { exact: true }).fill('2')
    await page.getByRole('button', { name: t('shift.open', { amount: 'S$20.00' }) }).click()
    await expect(page.getByRole('link', { name: new RegExp(`^${t('counter.bar', { at: '' })}`) })).toBeVisible()
    await step('order')
    const office = Office.at(page)
    await office.choose('lamp', /^Blessing lamp/, 'S$38')
    await office.next()
    await expect(page.getByRole('heading', { level: 1, name: t('walk-in.step-names') })).toBeVisible()
    await office.next()
    await page.getByRole('textbox', { name: t('walk-in.mobile') }).fill('8123 4567')
    await page.getByRole('textbox', { name: t('walk-in.chineseName') }).fill('林秀红')
    await office.next()
    await page.getByRole('radio', { name: 'PayNow' }).check()
    await page.getByRole('button', { name: t('walk-in.show-code') }).click()
    const image = page.getByRole('img', { name: t('walk-in.code-alt') })
    await expect(image).toBeVisible()
    const fields = emvFields(await readQR(page.request, (await image.getAttribute('src')) ?? ''))
    expect([fields.get('26.02'), fields.get('54'), fields.get('59')]).toEqual([
      'T08SS0001L',
      '38.00',
      'WHITE CRANE TEMPLE',
    ])
    await saveScreenshot(page, 'first-code')
    await page.getByRole('button', { name: t('walk-in.switch-cash') }).click()
    await office.takeCash('50', 'S$38.00')
    await expect(page.getByText('S$12.00')).toBeVisible()
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1, name: /^(Good|Welcome)/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: t('today.set-up') })).toHaveCount(0)
  })

  await test.step('visitors see the temple', async () => {
    await page.goto('/zh/blessing-service/light-lamp')
    await expect(page.getByRole('heading', { level: 1, name: '光明灯' })).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await expect(page).toHaveTitle(/White Crane Temple|白鹤寺/)
    await expectNoSidewaysScroll(page, 'the home page of a new temple')
    await saveScreenshot(page, 'new-home')
  })
  await context.close()
  await program.stop()
})
