import type { Page } from '@playwright/test'
import { newMember } from './harness/member.ts'
import { Office } from './harness/office.ts'
import { fillCart, order } from './harness/setup.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')

// The test cuts the connection, which the browser logs.
test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

test('a shift from opening to closing', async ({ page, program, browser, watch, saveScreenshot }) => {
  test.slow()
  const person = await newMember(page.request, program)
  await fillCart(page.request)
  const reference = await order(page.request, 'cash')

  const counter = await Office.open(browser, watch, program, 'counter', { own: true, shift: false })
  const desk = counter.page
  const { request } = desk

  await test.step('it opens with counted notes', async () => {
    await expect(desk.getByText(t('counter.closed-title'))).toBeVisible()
    await desk.getByRole('link', { name: t('office.open-shift') }).click()
    await desk.getByRole('radio', { name: t('shift.float-count') }).check()
    await desk.getByLabel('S$10', { exact: true }).fill('10')
    await saveScreenshot(desk, 'open')
    await desk.getByRole('button', { name: t('shift.open', { amount: 'S$100.00' }) }).click()
    await expect(desk.getByRole('link', { name: new RegExp(`^${t('counter.bar', { at: '' })}`) })).toBeVisible()
  })

  const walkIn = await test.step('a walk-in pays in cash', async () => {
    await desk.getByRole('link', { name: t('office.area-walk-in') }).click()
    await counter.choose('oil', /^Oil for the altar/, 'S$10')
    await counter.next()
    for (let more = 0; more < 2; more++)
      await desk.getByRole('button', { name: t('common.more', { label: t('offering.quantity') }) }).click()
    await counter.next()
    await desk.getByLabel(t('walk-in.chineseName')).fill('林𠮷')
    await counter.next()
    await counter.takeCash('50', 'S$30.00')
    await expect(doneWith(desk, 'S$20.00')).toBeVisible()
    const title = desk.getByRole('heading', { level: 1 })
    await expect(title).toHaveText(new RegExp(t('walk-in.order', { number: '' })))
    return (await title.innerText()).replace(t('walk-in.order', { number: '' }), '').trim()
  })

  await test.step('a member’s cash payment over a failing connection is recorded once', async () => {
    await desk.getByRole('link', { name: t('office.area-counter'), exact: true }).click()
    await counter.findOrder(reference)
    await expectAccessible(desk, 'the counter')
    await desk.context().setOffline(true)
    await counter.takeCash('100', 'S$88.00')
    await expect(desk.getByRole('alert').getByText(t('office.unsent'))).toBeVisible()
    await expect(desk.getByLabel(t('office.given'))).toHaveValue('100')
    await saveScreenshot(desk, 'unsent')
    // It is resent by whatever comes first: the device is online again, or the clerk presses the button.
    await desk.context().setOffline(false)
    await expect(doneWith(desk, 'S$12.00')).toBeVisible()
    const booked = program.row(
      `SELECT count(*) AS payments, sum(p.received) AS cents FROM payments p JOIN invoices v ON v.id = p.invoice_id
       WHERE v.payment_reference = ? AND p.status = 'approved'`,
      reference,
    )
    expect(booked).toEqual({ payments: 1, cents: 8800 })
    await saveScreenshot(desk, 'taken')
  })

  await test.step('its receipt prints on both paper sizes', async () => {
    await desk.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
    })
    const sheet = desk.locator('.sheet')
    for (const paper of ['counter.print-a5', 'office.print-slip']) {
      await desk.getByRole('button', { name: t(paper) }).click()
      await expect(desk.locator('html')).toHaveAttribute('data-printed', 'yes')
      await expect(sheet).toContainText(/OR-\d{4}-\d{6}/)
      await expect(sheet).toContainText(person.chineseName)
      await desk.evaluate(() => document.documentElement.removeAttribute('data-printed'))
    }
    await expectAccessible(desk, 'the cash is taken')
  })

  await test.step('the walk-in is refunded in cash, despite a failing connection', async () => {
    await desk.getByRole('link', { name: t('office.area-orders'), exact: true }).click()
    await desk.getByRole('searchbox').fill(walkIn)
    await desk.getByRole('searchbox').press('Enter')
    await desk.getByRole('row').filter({ hasText: walkIn }).getByRole('link').click()
    await expect(desk.getByRole('button', { name: t('orders.refund'), exact: true })).toBeVisible()
    await desk.context().setOffline(true)
    await counter.refund('S$30.00', 'asked-by-devotee')
    const dialog = desk.getByRole('dialog')
    await expect(dialog.getByText(t('office.unsent'))).toBeVisible()
    await saveScreenshot(desk, 'refund-unsent')
    await desk.context().setOffline(false) // it is resent automatically
    await expect(dialog).toBeHidden()
    await expect(desk.getByText(t('orders.extent-whole'))).toBeVisible()
  })

  await test.step('it is counted and closed one dollar short', async () => {
    await desk.goto('/admin/counter/shift')
    await desk.getByRole('link', { name: t('shift.count-and-close') }).click()
    await desk.getByLabel('S$100', { exact: true }).fill('1')
    await desk.getByLabel('S$10', { exact: true }).fill('8')
    await desk.getByLabel('S$5', { exact: true }).fill('1')
    await desk.getByLabel('S$2', { exact: true }).fill('1')
    const close = desk.getByRole('button', { name: t('shift.close', { amount: 'S$187.00' }) })
    await close.click()
    await expect(desk.getByText(t('shift.explain'))).toBeVisible()
    await saveScreenshot(desk, 'close')
    await expectAccessible(desk, 'the closing')
    await desk.getByLabel(t('shift.explanation')).fill('One dollar too much change.')
    await close.click()
    await expect(desk.getByText(t('shift.differs', { amount: '−S$1.00' }))).toBeVisible()
    await saveScreenshot(desk, 'report')
  })

  await test.step('the shift report matches the database and can be opened again', async () => {
    const shiftId = new URL(desk.url()).pathname.split('/').at(-1) ?? ''
    const report = (await (await request.get(`/api/admin/shift/${shiftId}`)).json()) as Report
    const kept = program.row(
      `SELECT s.opening_float AS float, s.expected, s.counted, s.explanation,
         (SELECT sum(received) FROM payments WHERE shift_id = s.id AND status = 'approved') AS taken,
         (SELECT sum(amount) FROM refunds WHERE shift_id = s.id) AS refunded,
         (SELECT count(*) FROM official_receipts o JOIN payments p ON p.id = o.payment_id WHERE p.shift_id = s.id) AS receipts
       FROM shifts s WHERE s.id = ?`,
      shiftId,
    )
    expect(kept).toEqual({
      float: 10000,
      expected: 18800,
      counted: 18700,
      explanation: 'One dollar too much change.',
      taken: 11800,
      refunded: 3000,
      receipts: 2,
    })
    const { shift } = report
    expect({
      float: shift.float,
      expected: shift.expected,
      counted: shift.counted,
      explanation: shift.explanation,
      taken: report.taken,
      refunded: report.refunded,
      receipts: report.receipts,
    }).toEqual(kept)
    expect(report.categories.reduce((sum, { amount }) => sum + amount, 0)).toBe(kept.taken)
    for (const cents of ['S$100.00', '+S$118.00', '−S$30.00', 'S$188.00', 'S$187.00', '−S$1.00'])
      await expect(desk.getByRole('definition').filter({ hasText: cents }).first()).toBeVisible()
    await desk.getByRole('link', { name: t('shift.all-shifts') }).click()
    await expect(desk.getByRole('link', { name: /−S\$1\.00/ })).toHaveAttribute('href', `/admin/counter/${shiftId}`)
    await saveScreenshot(desk, 'shifts')
  })
  await counter.close()
})

// Opened and closed with five taps, apart from typing the numbers.
test('opening and closing a shift takes five taps besides the counts', async ({ program, browser, watch }) => {
  const counter = await Office.open(browser, watch, program, 'counter', { own: true, shift: false })
  const desk = counter.page
  let taps = 0
  const tap = async (name: string | RegExp, role: 'link' | 'button') => {
    taps++
    await desk.getByRole(role, { name }).click()
  }
  await tap(t('office.open-shift'), 'link')
  await desk.getByLabel(t('shift.float'), { exact: true }).fill('100')
  await tap(t('shift.open', { amount: 'S$100.00' }), 'button')
  await tap(new RegExp(`^${t('counter.bar', { at: '' })}`), 'link')
  await tap(t('shift.count-and-close'), 'link')
  await desk.getByLabel('S$50', { exact: true }).fill('2')
  await tap(t('shift.close', { amount: 'S$100.00' }), 'button')
  await expect(desk.getByText(t('shift.agrees'))).toBeVisible()
  expect(taps, 'taps beside the counts').toBe(5)
  await counter.close()
})

/** The dialog that shows the change to give back, after the cash is booked. */
const doneWith = (desk: Page, change: string) =>
  desk
    .getByRole('status')
    .filter({ hasText: t('office.give-back') })
    .getByText(change)

type Report = {
  shift: { float: number; expected: number; counted: number; explanation: string }
  taken: number
  refunded: number
  receipts: number
  categories: { amount: number }[]
}
