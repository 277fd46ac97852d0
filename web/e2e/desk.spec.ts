import type { APIRequestContext } from '@playwright/test'
import { Office } from './harness/office.ts'
import { bankScreenshot } from './harness/pictures.ts'
import { logIn, staffPassword, transfer } from './harness/setup.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

// The payment desk's queue contains only what this file sends.
const temple = ownTemple()
test.use({ allowedErrors: /status of 401/ })

type Row = { id: string; invoiceNumber: string; status: string; claimedBy?: string }

const t = wordsOf('en')

async function list(request: APIRequestContext, status: string): Promise<Row[]> {
  const answer = await request.get(`/api/admin/payment?status=${status}&limit=100`)
  expect(answer.status(), await answer.text()).toBe(200)
  const { items } = (await answer.json()) as { items: Row[] }
  return items
}

test('ten payments are approved by keyboard only', async ({ page, browser, watch, saveScreenshot }) => {
  test.slow()
  await logIn(page.request)
  for (let number = 0; number < 11; number++)
    await transfer(page.request, await bankScreenshot(page.context(), 'S$88.00', `K7Q4X9TM${10 + number}`), number)
  const colleague = await browser.newContext({ baseURL: temple().url })
  await logIn(colleague.request, 'admin@temple.example', staffPassword)
  const waiting = await list(colleague.request, 'pending')
  expect(waiting).toHaveLength(11)
  const taken = waiting[5]
  const claimed = await colleague.request.post(`/api/admin/payment/${taken?.id}/claim`, { data: {} })
  expect(claimed.status()).toBe(200)

  const treasurer = await Office.open(browser, watch, temple(), 'treasurer')
  const desk = treasurer.page
  const { keyboard } = desk
  await expect(desk.getByRole('row')).toHaveCount(12)
  // At least eight rows, each about 50 px high, are visible at 1280 × 800.
  await desk.setViewportSize({ width: 1280, height: 800 })
  const foot = await desk.getByRole('link', { name: t('payments.check-first') }).boundingBox()
  const seen = await Promise.all((await desk.getByRole('row').all()).map((row) => row.boundingBox()))
  const whole = seen.filter((box) => box && foot && box.y + box.height <= foot.y)
  expect(whole.length, 'rows that are seen, with their head').toBeGreaterThanOrEqual(9)
  await expect(desk.getByRole('row').filter({ hasText: taken?.invoiceNumber })).toContainText(
    t('payments.open-with', { who: '' }).trim(),
  )
  await saveScreenshot(desk, 'list')

  const panel = desk.getByRole('region', { name: t('payments.decision') })
  const dialog = desk.getByRole('dialog')
  const approve = panel.getByRole('button', { name: t('payments.approve', { amount: 'S$88.00' }) })
  const next = panel.getByRole('button', { name: t('payments.next-payment') })
  const isOpen = (row: Row | undefined) =>
    expect(desk.getByRole('link', { name: row?.invoiceNumber, exact: true })).toBeVisible()
  // Ten correct payments take twelve keys: J and Enter, then A for each.
  let keys = 0
  const press = async (key: string) => {
    keys++
    await keyboard.press(key)
  }
  const approveIt = async () => {
    await expect(approve).not.toHaveAttribute('aria-disabled', 'true') // the picture has been viewed
    await press('a')
  }

  await press('j')
  await press('Enter')
  for (const [place, row] of waiting.entries()) {
    if (row === taken) continue
    await isOpen(row)
    if (place === 3) {
      // Rejected with the office's own text. The session has expired meanwhile: the password is asked for in place, and
      // nothing is lost.
      await keyboard.press('r')
      const reason = dialog.getByRole('radio').first()
      await expect(reason).toBeFocused()
      await keyboard.press('Space')
      const note = dialog.getByRole('textbox')
      while (!(await note.evaluate((element) => element === document.activeElement))) await keyboard.press('Tab')
      await keyboard.type('The last four digits are cut off.')
      await expect(dialog.getByText(t('payment.reason.unreadable'), { exact: true })).toHaveCount(2) // and in the preview of the payer's text
      const send = dialog.getByRole('button', { name: t('payments.reject-do') })
      while (!(await send.evaluate((element) => element === document.activeElement))) await keyboard.press('Tab')
      await desk.context().clearCookies()
      await keyboard.press('Enter')
      await expect(desk.getByLabel(t('office.field.password'), { exact: true })).toBeFocused()
      await keyboard.type(staffPassword)
      await keyboard.press('Enter')
      await expect(panel.getByText('The last four digits are cut off.')).toBeVisible()
    } else await approveIt()
    if (place === 1) {
      // The desk has moved on; the undone payment is opened again.
      await isOpen(waiting[2])
      await keyboard.press('z')
      await isOpen(row)
      await expect(approve).toBeVisible()
      keys-- // a mistake, not counted
      await approveIt()
    }
    if (place !== 3) continue
    await expect(next).toBeFocused()
    await keyboard.press('Enter')
  }
  expect(keys, 'keys for the list and nine approvals').toBe(11)
  await expect(desk.getByRole('row')).toHaveCount(2)
  await keyboard.press('?')
  await expect(dialog.getByText(t('office.key-turn'))).toBeVisible()
  await keyboard.press('Escape')

  expect((await list(colleague.request, 'pending')).map(({ id }) => id)).toEqual([taken?.id])
  expect(await list(colleague.request, 'approved')).toHaveLength(9)
  expect(await list(colleague.request, 'rejected')).toHaveLength(1)
  await colleague.close()
  await treasurer.close()
})

test('a receipt image that another order also has needs a reason, which is stored', async ({
  page,
  browser,
  watch,
  saveScreenshot,
}) => {
  await logIn(page.request)
  const treasurer = await Office.open(browser, watch, temple(), 'treasurer')
  const desk = treasurer.page
  const before = new Set((await list(desk.request, 'pending')).map(({ id }) => id))
  const picture = await bankScreenshot(page.context(), 'S$88.00', 'K7Q4X9TM99')
  await transfer(page.request, picture)
  await transfer(page.request, picture)
  const [former, latter] = (await list(desk.request, 'pending')).filter(({ id }) => !before.has(id))
  await desk.goto(`/admin/payments/${latter?.id}`)
  const panel = desk.getByRole('region', { name: t('payments.decision') })
  const ask = panel.getByRole('button', { name: t('payments.approve-ask') })
  await expect(ask).not.toHaveAttribute('aria-disabled', 'true')
  const dialog = desk.getByRole('dialog')
  // The other order's picture is shown beside it, and the red button is Reject, with its reason filled in.
  await expect(desk.getByRole('group', { name: t('payments.other-picture') })).toBeVisible()
  for (const picture of await desk.getByRole('img', { name: /./ }).filter({ visible: true }).all()) {
    const box = await picture.boundingBox()
    if ((box?.height ?? 0) > 200) expect(box?.width).toBeGreaterThanOrEqual(290)
  }
  await expect(panel.getByRole('button', { name: t('payments.reject-used') })).toBeVisible()
  await desk.keyboard.press('r')
  await expect(dialog.getByRole('radio', { name: t('payment.reason.used-before') })).toBeChecked()
  await desk.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await desk.keyboard.press('a')
  await expect(
    dialog.getByRole('heading', { name: t('payments.flag-file', { order: former?.invoiceNumber ?? '' }) }),
  ).toBeVisible()
  // Letters typed in a field trigger no shortcuts: the reason contains A, R and Z.
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await desk.keyboard.type('A Zen reader')
  await expect(dialog.getByRole('textbox')).toHaveValue('A Zen reader')
  await dialog.getByRole('textbox').fill('')
  const approve = dialog.getByRole('button', { name: t('payments.approve-despite', { amount: 'S$88.00' }) })
  await approve.click({ force: true }) // shows what is missing
  await expect(dialog.getByText(t('payments.despite-choose'))).toBeVisible()
  await expectAccessible(desk, 'approving a picture that another order has')
  await saveScreenshot(desk, 'question')
  await dialog.getByRole('button', { name: t('payments.despite-two-transfers') }).click()
  await approve.click()
  await expect(dialog).toBeHidden()
  expect((await list(desk.request, 'approved')).map(({ id }) => id)).toContain(latter?.id)
  await treasurer.close()
})
