import type { Page } from '@playwright/test'
import { newMember } from './harness/member.ts'
import { Office } from './harness/office.ts'
import { fillCart, order } from './harness/setup.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { languages } from './harness/turns.ts'
import { wordsOf } from './harness/words.ts'

// Quick sale lists only a few members with the same name, and those of other tests would displace the demonstration's.
const temple = ownTemple()

/** Counts the clerk's clicks, and what is printed, from now on. */
async function countTaps(desk: Page) {
  await desk.evaluate(() => {
    const root = document.documentElement
    root.dataset['taps'] = '0'
    root.dataset['printed'] = '0'
    window.print = () => (root.dataset['printed'] = String(Number(root.dataset['printed']) + 1))
    window.addEventListener(
      'click',
      // Enter in a field makes the browser click the form's button; that is no tap.
      (event) => event.detail > 0 && (root.dataset['taps'] = String(Number(root.dataset['taps']) + 1)),
      true,
    )
  })
}
const taps = (desk: Page) => desk.evaluate(() => Number(document.documentElement.dataset['taps']))
const printed = (desk: Page) => desk.evaluate(() => Number(document.documentElement.dataset['printed']))

for (const locale of languages(import.meta.url)) {
  const t = wordsOf(locale)
  test(`the counter sells, takes payment for and prints a lamp for a walk-in visitor in six taps: ${locale}`, async ({
    browser,
    watch,
    saveScreenshot,
  }) => {
    const paidByMembers = () =>
      Number(temple().row("SELECT count(*) AS n FROM invoices WHERE status = 'paid' AND user_id IS NOT NULL").n)
    const before = paidByMembers()
    const counter = await Office.open(browser, watch, temple(), 'counter', { own: true, width: 820, locale })
    const desk = counter.page
    await expect(desk.getByRole('link', { name: t('office.area-walk-in') })).toBeVisible()
    await countTaps(desk)

    await desk.getByRole('link', { name: t('office.area-walk-in') }).click()
    const tiles = desk.getByRole('list', { name: t('walk-in.tiles') })
    await expect(tiles.getByRole('button')).toHaveCount(10)
    await expectAccessible(desk, 'the quick sale')
    await tiles.getByRole('button', { name: locale === 'zh' ? /个人灯/ : /Blessing lamp.*One person/ }).click()
    await desk.getByLabel(t('walk-in.name-of')).fill('陈')
    await desk
      .getByRole('list', { name: t('walk-in.people') })
      .getByRole('button', { name: /陈美玲/ })
      .click()
    await expect(desk.getByLabel(t('walk-in.name-of'))).toHaveValue('陈美玲')
    await desk.getByRole('button', { name: '50', exact: true }).click()
    await expect(desk.getByRole('list', { name: t('walk-in.hand-back') }).getByRole('listitem')).toHaveText(['10', '2'])
    await desk.evaluate(() => window.scrollTo(0, 0)) // axe reports controls that the sticky bar covers in part as too small
    await expectAccessible(desk, 'a quick sale')
    await saveScreenshot(desk, `sale-${locale}`)
    await desk.getByRole('button', { name: new RegExp(`^${t('walk-in.take-print')}`) }).click()
    await expect.poll(() => printed(desk)).toBe(1)
    await expect(desk.locator('.sheet')).toContainText('陈美玲')
    expect(await taps(desk)).toBeLessThanOrEqual(6)
    await expect(desk.getByRole('status').filter({ hasText: 'S$12.00' })).toContainText(t('office.give-back'))
    await expect(desk.getByLabel(t('walk-in.name-of'))).toHaveValue('')
    expect(paidByMembers(), 'orders of members that are paid').toBe(before + 1)

    await test.step('quick sale: an empty amount means the exact sum; a visitor without an account', async () => {
      await tiles.getByRole('button', { name: locale === 'zh' ? /个人灯/ : /Blessing lamp.*One person/ }).click()
      await desk.getByLabel(t('walk-in.name-of')).fill('林𠮷')
      await desk.getByRole('button', { name: new RegExp(`^${t('walk-in.take-print')}`) }).click()
      await expect.poll(() => printed(desk)).toBe(2)
      await expect(desk.getByRole('main').getByText('林𠮷')).toBeVisible()
      await saveScreenshot(desk, `done-${locale}`)
    })
    await counter.close()
  })
}

const t = wordsOf('en')

test('quick sale: the next visitor, choosing among several matching names, and a departed person', async ({
  browser,
  watch,
  saveScreenshot,
}) => {
  const counter = await Office.open(browser, watch, temple(), 'counter', { own: true, width: 820 })
  const desk = counter.page
  await desk.getByRole('link', { name: t('office.area-walk-in') }).click()
  const tiles = desk.getByRole('list', { name: t('walk-in.tiles') })
  const name = desk.getByLabel(t('walk-in.name-of'))

  await test.step('quick sale: a sale is parked while another is served, and survives a reload', async () => {
    await tiles.getByRole('button', { name: /Blessing lamp.*One person/ }).click()
    await name.fill('Goh Ah Seng')
    await desk.getByRole('button', { name: t('walk-in.hold'), exact: true }).click()
    await expect(name).toHaveValue('')
    await desk.reload()
    await desk.getByRole('button', { name: new RegExp(`^${t('walk-in.on-hold')}`) }).click()
    await expectAccessible(desk, 'on hold')
    await saveScreenshot(desk, 'held')
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: /^Goh Ah Seng/ })
      .click()
    await expect(name).toHaveValue('Goh Ah Seng')
    await expect(tiles.getByRole('button', { pressed: true })).toHaveText(/One person/)
  })

  await test.step('quick sale: switching to the full form for several names keeps what was typed', async () => {
    await desk.getByRole('button', { name: t('walk-in.to-full') }).click()
    await expect(desk.getByLabel('English name').first()).toHaveValue('Goh Ah Seng')
    await counter.next()
    await expect(desk.getByLabel(t('walk-in.name'))).toHaveValue('Goh Ah Seng')
    await desk.goBack()
    await desk.goBack()
    await expect(name).toHaveValue('Goh Ah Seng')
    await name.fill('')
  })

  await test.step('quick sale: a tablet for a departed person opens the full form, and the dedicator pays', async () => {
    await name.fill('林秀红')
    await tiles.getByRole('button', { name: /Lotus memorial tablet/ }).click()
    await expect(desk.getByRole('heading', { level: 1, name: t('walk-in.step-names') })).toBeVisible()
    await desk.goBack()
  })
  await counter.close()
})

test('scanning an order’s code opens it with the focus on the cash field', async ({
  page,
  browser,
  watch,
  saveScreenshot,
}) => {
  await newMember(page.request, temple())
  await fillCart(page.request)
  const first = await order(page.request, 'cash')
  await fillCart(page.request)
  const second = await order(page.request, 'cash')

  const counter = await Office.open(browser, watch, temple(), 'counter', { own: true, width: 820 })
  const desk = counter.page
  await desk.getByRole('link', { name: t('office.area-walk-in') }).click()
  await expect(desk.getByLabel(t('walk-in.name-of'))).toBeFocused()
  await desk.keyboard.type(first)
  await desk.keyboard.press('Enter')
  await expect(desk.getByLabel(t('office.given'))).toBeFocused()

  await test.step('and another unpaid order of the same person can be paid with it', async () => {
    await desk.getByRole('button', { name: t('counter.pay-together', { count: 2, amount: 'S$176.00' }) }).click()
    await expect(desk.getByLabel(t('office.given'))).toBeFocused()
    await expectAccessible(desk, 'two orders')
    await saveScreenshot(desk, 'together')
    await desk.getByLabel(t('office.given')).fill('200')
    await desk.getByRole('button', { name: t('office.take', { amount: 'S$176.00' }) }).click()
    // The change is shown as soon as the amount is typed.
    await expect(desk.getByRole('status').filter({ hasText: 'S$24.00' })).toBeVisible()
    const paid = "SELECT count(*) AS n FROM invoices WHERE status = 'paid' AND payment_reference IN (?, ?)"
    await expect.poll(() => temple().row(paid, first, second)).toMatchObject({ n: 2 })
  })
  await counter.close()
})
