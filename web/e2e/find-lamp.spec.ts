import { sellNothing } from './harness/hall.ts'
import { request as requests, type APIRequestContext } from '@playwright/test'
import { hydrated } from './harness/follow.ts'
import { logIn, newKey, openShift, staffPassword } from './harness/setup.ts'
import type { Program } from './harness/program.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { expectNothingOver } from './harness/widths.ts'
import { wordsOf } from './harness/words.ts'

const office = wordsOf('en')
const guest = '+65 8111 0001'

async function post(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(path, { headers: newKey(), data })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as { items: { key: string; towers: { id: string; code: string }[] }[] }
}

/** A hall with four towers, and a lamp that a visitor without an account has bought at the counter. */
async function makeTemple(program: Program) {
  const office = await requests.newContext({ baseURL: program.url })
  const counter = await requests.newContext({ baseURL: program.url })
  await logIn(office, 'ritual@temple.example', staffPassword)
  await sellNothing(office)
  await post(office, '/api/admin/hall', { key: 'main', title: { en: 'Main Hall', zh: '大殿' } })
  let halls: Awaited<ReturnType<typeof post>> | undefined
  for (const [code, x, y] of [
    ['A', 4, 78],
    ['B', 4, 40],
    ['C', 96, 40],
    ['D', 96, 78],
  ] as const)
    halls = await post(office, '/api/admin/hall/main/tower', {
      code,
      title: { en: `Tower ${code}`, zh: `${code} 塔` },
      x,
      y,
      upwards: true,
      rows: 30,
      units: 20,
      way: { en: 'First tower on the left of the main door.', zh: '从正门进，左手第一座塔。' },
    })
  const catalogue = (await (await office.get('/api/offering/light-lamp')).json()) as {
    id: string
    options: { id: string; key: string }[]
  }
  const optionId = catalogue.options.find(({ key }) => key === 'grand')?.id
  const tower = halls?.items.find(({ key }) => key === 'main')?.towers.find(({ code }) => code === 'A')
  await post(office, `/api/admin/tower/${tower?.id}/sell`, {
    fromRow: 5,
    toRow: 12,
    optionId,
    positionBy: 'temple',
    lastsMonths: 0,
  })
  await logIn(counter, 'counter@temple.example', staffPassword)
  await openShift(counter)
  const item = {
    offeringId: catalogue.id,
    optionId,
    quantity: 1,
    term: 'once',
    form: { people: [{ chineseName: '陈𠮷䶮' }] },
  }
  await post(counter, '/api/admin/walk-in', {
    locale: 'en',
    payer: { name: 'Mdm Lim', mobile: guest },
    items: [item],
    paymentAmount: 18800,
    method: 1,
    amountReceived: 20000,
  })
  await office.dispose()
  await counter.dispose()
}

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }

const temple = ownTemple(makeTemple)

test.describe('finding a lamp without an account', () => {
  // The test enters an invalid number, which is refused.
  test.use({ allowedErrors: /400 \(Bad Request\).*api\/lamp\/find/ })

  test('a lamp is found by the phone number of its order', async ({ browser, watch, t, href, saveScreenshot }) => {
    test.setTimeout(120_000)
    const program = temple()
    const context = await browser.newContext({ baseURL: program.url, viewport: phone, locale: 'en-SG' })
    watch(context)
    const page = await context.newPage()
    await page.goto(href('/contact-us'))
    await hydrated(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: t('common.find-my-lamp') })
      .click()
    await page.waitForURL(`**${href('/find-my-lamp')}`)
    await expect(page.getByRole('heading', { level: 1, name: t('lamp.find-title') })).toBeVisible()
    await expectAccessible(page, 'find my lamp')
    await expectNothingOver(page, 'find my lamp', phone.width, desktop.width)
    await saveScreenshot(page, 'form')
    const button = page.getByRole('button', { name: t('lamp.find-button') })
    await button.click()
    await expect(page.getByText(t('lamp.find-missing')).first()).toBeVisible()
    await page.getByLabel(t('common.field.mobile')).fill('12345')
    await button.click()
    await expect(page.getByText(t('fault.mobile-invalid')).first()).toBeVisible()

    // An unknown number gets the same answer as a known one.
    await page.getByLabel(t('common.field.mobile')).fill('8999 0000')
    await button.click()
    const heading = page.getByRole('heading', { name: t('lamp.find-sent-title') })
    await expect(heading).toBeFocused()
    await page.getByRole('button', { name: t('lamp.find-again') }).click()
    await page.getByLabel(t('common.field.mobile')).fill(guest)
    await page.getByLabel(t('common.field.mobile')).press('Enter')
    await expect(heading).toBeFocused()
    await expectAccessible(page, 'sent')
    await saveScreenshot(page, 'sent')

    const text = await program.smsTo(guest, 'find-my-lamp/places')
    const link = /find-my-lamp\/places\?ticket=\S+/.exec(text)?.[0] ?? ''
    await page.goto(href(`/${link}`))
    await expect(page.getByRole('heading', { level: 2, name: 'A-12-01' })).toBeVisible()
    await expect(page.getByText('陈𠮷䶮').first()).toBeVisible()
    await expect(page.getByText(t('place.eye-level', { row: 12 }))).toBeVisible()
    expect(page.url()).not.toContain('ticket')
    await expectAccessible(page, 'found')
    await expectNothingOver(page, 'found', phone.width, desktop.width)
    await saveScreenshot(page, 'found')
    await page.evaluate(() => document.documentElement.setAttribute('data-size', '3'))
    await expectNothingOver(page, 'found in large text', phone.width, desktop.width)
    await saveScreenshot(page, 'found-large')

    // An expired link leads back to the form, with a message.
    await page.goto(href('/find-my-lamp/places?ticket=made-up'))
    await expect(page.getByText(t('lamp.expired-title'))).toBeVisible()
    await expect(page.getByLabel(t('common.field.mobile'))).toBeVisible()
    await expectAccessible(page, 'ended')
    await saveScreenshot(page, 'ended')
    await context.close()
  })
})

test.describe('a kiosk in Chinese', () => {
  test.use({ siteLanguage: 'zh' })

  test('a kiosk shows the lamp positions of a phone number, then clears them', async ({
    browser,
    watch,
    t,
    href,
    saveScreenshot,
  }) => {
    test.setTimeout(120_000)
    const program = temple()
    const viewport = { width: 820, height: 1180 }
    const context = await browser.newContext({ baseURL: program.url, viewport, locale: 'en-SG', hasTouch: true })
    watch(context)
    const page = await context.newPage()
    // Any other browser shows that it is not a kiosk.
    await page.goto(href('/kiosk'))
    await expect(page.getByText(t('lamp.kiosk-closed-title'))).toBeVisible()
    await expectAccessible(page, 'no kiosk')
    await logIn(context.request, 'counter@temple.example', staffPassword)
    await page.goto('/admin/halls/main')
    await page.getByRole('button', { name: office('halls.kiosks') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(office('halls.kiosk-none'))).toBeVisible()
    await expectAccessible(page, 'kiosks in the office')
    await saveScreenshot(page, 'office-kiosks')
    await page.clock.install()
    await dialog.getByRole('button', { name: office('halls.kiosk-here') }).click()
    await page.waitForURL(/\/kiosk$/)
    await page.goto(href('/kiosk'))
    await hydrated(page)
    const title = page.getByRole('heading', { level: 1, name: t('lamp.kiosk-title') })
    await expect(title).toBeVisible()
    // No office user is logged in in this browser any more.
    expect((await context.request.get('/api/admin/hall')).status()).toBe(401)
    await expectAccessible(page, 'kiosk')
    await expectNothingOver(page, 'kiosk', phone.width, desktop.width)
    await saveScreenshot(page, 'kiosk')
    const key = (digit: string) =>
      page.getByRole('group', { name: t('lamp.kiosk-digits') }).getByRole('button', { name: digit, exact: true })
    const press = async (digits: string) => {
      for (const digit of digits) await key(digit).click()
    }
    const find = page.getByRole('button', { name: t('lamp.kiosk-find') })
    await press('899900001')
    await page.getByRole('button', { name: t('lamp.kiosk-back') }).click()
    await expect(page.getByText('8999 0000')).toBeVisible()
    await find.click()
    await expect(page.getByRole('heading', { name: t('lamp.kiosk-none') })).toBeFocused()
    await expectAccessible(page, 'kiosk, nothing')
    await saveScreenshot(page, 'kiosk-none')
    await page.getByRole('button', { name: t('lamp.kiosk-again') }).click()
    await press('81110001')
    await saveScreenshot(page, 'kiosk-typed')
    await find.click()
    await expect(page.getByText('A-12-01', { exact: true })).toBeVisible()
    await expect(page.getByText('陈𠮷䶮')).toHaveCount(0)
    await expect(page.getByText('Mdm Lim')).toHaveCount(0)
    await expectAccessible(page, 'kiosk, found')
    await saveScreenshot(page, 'kiosk-found')
    await page.evaluate(() => document.documentElement.setAttribute('data-size', '3'))
    await expectNothingOver(page, 'kiosk in large text', desktop.width)
    await saveScreenshot(page, 'kiosk-found-large')
    // After a minute without a touch the result is cleared.
    await page.clock.runFor(50_000)
    await expect(page.getByText(/^\d+秒后清除$/)).toBeVisible()
    await page.clock.runFor(11_000)
    await expect(title).toBeVisible()
    await expect(page.getByText('A-12-01', { exact: true })).toHaveCount(0)
    await saveScreenshot(page, 'kiosk-large')
    await context.close()
  })
})
