import { hydrated } from './harness/follow.ts'
import { makeHall } from './harness/hall.ts'
import { Office } from './harness/office.ts'
import { logIn } from './harness/setup.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { expectNothingOver } from './harness/widths.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }

// In Chinese, ceremony-day.spec.ts chooses a position and visits it.
const temple = ownTemple((program) => makeHall(program.url))

test('a position is chosen on the map, held by the order, and found again by the family', async ({
  browser,
  watch,
  t,
  href,
  saveScreenshot,
}) => {
  test.setTimeout(120_000)
  const program = temple()
  const context = await browser.newContext({ baseURL: program.url, viewport: phone, locale: 'en-SG' })
  watch(context)
  await logIn(context.request)
  const page = await context.newPage()
  await page.goto(href('/blessing-service/light-lamp'))
  await hydrated(page)
  await page.getByRole('radio', { name: /^Grand lotus lamp/ }).check()
  await expect(page.getByText(t('place.temple'))).toBeVisible()
  await page.getByRole('button', { name: t('place.choose') }).click()
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByRole('heading', { name: t('place.tower-free', { tower: 'Tower A', count: 160 }) }),
  ).toBeVisible()
  // The row with the temple's suggested position is open; the devotee goes to another.
  await expect(dialog.getByRole('group', { name: t('place.free-in', { row: 12 }) })).toBeVisible()
  const atEyeLevel = dialog.getByText(t('place.eye-level', { row: 12 }))
  await expect(atEyeLevel).toBeVisible()
  await expect(dialog.getByRole('option', { name: t('place.row-free-eye', { row: 10, count: 20 }) })).toBeAttached()
  await expect(dialog.getByRole('option', { name: t('place.row-free', { row: 9, count: 20 }) })).toBeAttached()
  await dialog.getByLabel(t('place.row'), { exact: true }).selectOption('8')
  await dialog.getByRole('button', { name: 'A-08-07' }).click()
  await expect(atEyeLevel).toBeHidden()
  await expectAccessible(page, 'choosing a place')
  await expectNothingOver(page, 'choosing a place', desktop.width)
  await saveScreenshot(page, 'choose-place')
  await dialog.getByRole('button', { name: t('place.take', { code: 'A-08-07' }) }).click()
  await expect(page.getByText(t('place.chosen', { code: 'A-08-07' }))).toBeVisible()
  await expect(page.getByRole('button', { name: t('place.change') })).toBeFocused()
  await page
    .getByRole('listitem', { name: t('form.person-title', { number: 1 }) })
    .getByLabel('Chinese name')
    .fill('陈𠮷䶮')
  await saveScreenshot(page, 'chosen')
  await page.getByRole('button', { name: t('offering.add') }).click()
  await page.waitForURL(`**${href('/cart')}`)
  await expect(page.getByText(t('cart.place', { code: 'A-08-07' }))).toBeVisible()
  await saveScreenshot(page, 'cart')

  const answer = await context.request.post('/api/payment/new/cash', {
    data: { paymentAmount: 18800, currency: 'SGD' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { invoice } = (await answer.json()) as { invoice: { paymentReference: string } }
  await page.goto(href('/member/profile/lamps'))
  await expect(page.getByText(t('lamp.none-title'))).toBeVisible()
  await saveScreenshot(page, 'no-lamp')

  const counter = await Office.open(browser, watch, program, 'counter')
  await counter.findOrder(invoice.paymentReference)
  await counter.takeCash('200', 'S$188.00')
  await counter.close()

  // The order shows its progress: paid, and the lamp is lit; it is on no list yet.
  await page.goto(href('/transaction/status'))
  // The dated steps of the order come first, then those of each item.
  const steps = page.getByRole('list', { name: t('invoice.steps') }).last()
  await expect(steps.getByRole('listitem')).toHaveText([`${t('invoice.steps-lit')}: ${t('invoice.steps-is-done')}`])
  await expect(page.getByText(t('invoice.steps-why-no-list'))).toBeVisible()
  await expectAccessible(page, 'the steps of an order')
  await expectNothingOver(page, 'the steps of an order', desktop.width)
  await saveScreenshot(page, 'steps')

  await page.goto(href('/member/profile'))
  await page.getByRole('link', { name: t('profile.lamps') }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'A-08-07' })).toBeVisible()
  await expect(page.getByText(t('lamp.rites-none'))).toBeVisible()
  await expect(page.getByText('陈𠮷䶮').first()).toBeVisible()
  await expectAccessible(page, 'my lamps')
  await expectNothingOver(page, 'my lamps', desktop.width)
  await saveScreenshot(page, 'my-lamp')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: t('lamp.save-picture') }).click()
  expect((await saved).suggestedFilename()).toBe('A-08-07.png')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(() => document.documentElement.setAttribute('data-size', '3'))
  await expectNoSidewaysScroll(page, 'my lamps at 360 pixels and large text')
  await saveScreenshot(page, 'my-lamp-large')

  // A position that is taken is not offered again.
  await page.goto(href('/blessing-service/light-lamp'))
  await hydrated(page)
  await page.getByRole('radio', { name: /^Grand lotus lamp/ }).check()
  await page.getByRole('button', { name: t('place.choose') }).click()
  await dialog.getByLabel(t('place.row'), { exact: true }).selectOption('8')
  await expect(dialog.getByRole('button', { name: 'A-08-08' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'A-08-07' })).toHaveCount(0)
  await context.close()
})
