import { readFileSync } from 'node:fs'
import { Office } from './harness/office.ts'
import { fillCart, logIn, newKey, order } from './harness/setup.ts'
import { see } from './harness/sight.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')
const zh = wordsOf('zh')
const temple = ownTemple()

// A wrong account code is refused with 400.
test.use({ allowedErrors: /status of 400 .*account-code/ })

test('a month is closed and its journal downloaded in five clicks, and a colleague opens it again', async ({
  page,
  browser,
  watch,
  saveScreenshot,
}) => {
  const treasurer = await Office.open(browser, watch, temple(), 'treasurer', { at: '/admin/accounts/months' })
  let desk = treasurer.page
  await expect(desk.getByText(t('months.none'))).toBeVisible()

  await logIn(page.request)
  await fillCart(page.request)
  const reference = await order(page.request, 'cash')
  const found = (await (await desk.request.get(`/api/admin/invoice?q=${reference}`)).json()) as {
    items: { id: string }[]
  }
  const taken = await desk.request.post(`/api/admin/invoice/${found.items[0]?.id}/cash`, {
    headers: newKey(),
    data: { amountReceived: 8800 },
  })
  expect(taken.status(), await taken.text()).toBe(200)
  await desk.context().close()
  await temple().advance('1200h') // two months later

  desk = (await Office.open(browser, watch, temple(), 'treasurer', { at: '/admin/today' })).page
  await desk.getByRole('link', { name: t('office.area-accounts') }).click() // 1
  await desk.getByRole('link', { name: t('accounts.tab-months') }).click() // 2
  const rows = desk
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: desk.getByRole('heading') })
  const oldest = rows.last()
  await oldest.getByRole('button', { name: t('months.close') }).click() // 3
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByRole('link')).not.toHaveCount(0) // the shift of then is still open
  await expectAccessible(desk, 'what waits before a month is closed')
  await saveScreenshot(desk, 'months-close')
  await dialog.getByRole('button', { name: /^Close / }).click() // 4
  await expect(oldest.getByText(t('months.state-closed'), { exact: true })).toBeVisible()
  await expect(oldest).toContainText('S$88.00')
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    oldest.getByRole('link', { name: t('months.xero') }).click(), // 5
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines[0]).toBe('Narration,Date,Description,AccountCode,TaxRate,Amount')
  expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual(['88.00', '-88.00'])

  // Who closed it cannot open it again.
  await expect(oldest.getByText(t('months.mine'))).toBeVisible()
  await expect(oldest.getByRole('button', { name: t('months.reopen') })).toHaveCount(0)
  await expectAccessible(desk, 'the months of the accounts')

  // Both languages, at the widths of a phone and a small laptop, with large text.
  for (const [words, lang] of [
    [t, 'en'],
    [zh, 'zh'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one page, one size after the other
    if (lang === 'zh') await desk.getByRole('button', { name: '简体中文' }).click()
    for (const sight of [
      { width: 390, height: 844, size: '1' },
      { width: 360, height: 800, size: '3' },
      { width: 1280, height: 820, size: '1' },
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- the same
      await see(desk, sight)
      // oxlint-disable-next-line no-await-in-loop -- the same
      await expect(oldest.getByText(words('months.state-closed'), { exact: true })).toBeVisible()
      // oxlint-disable-next-line no-await-in-loop -- the same
      const wide = await desk.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, `${lang} at ${sight.width}`).toBeLessThanOrEqual(0)
      // oxlint-disable-next-line no-await-in-loop -- the same
      await saveScreenshot(desk, `months-${lang}-${sight.width}`)
    }
  }

  // A wrong account code is told at its field, and nothing typed is lost.
  await desk.goto('/admin/accounts/codes')
  const cash = desk.getByLabel(zh('months.account-cash'))
  await cash.fill('=1')
  await desk.getByRole('button', { name: zh('settings.save') }).click()
  await expect(desk.getByText(zh('fault.account-code'))).toBeVisible()
  await expect(cash).toHaveValue('=1')
  await cash.fill('610')
  await desk.getByRole('button', { name: zh('settings.save') }).click()
  await expect(desk.getByText(zh('months.codes-saved'))).toBeVisible()
  await expectAccessible(desk, 'the account codes')

  const admin = (await Office.open(browser, watch, temple(), 'admin', { at: '/admin/accounts/months' })).page
  const again = admin
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: admin.getByRole('heading') })
    .last()
  await again.getByRole('button', { name: t('months.reopen') }).click()
  const reopen = admin.getByRole('dialog')
  const send = reopen.getByRole('button', { name: /again$/ })
  await send.click()
  await expect(reopen.getByText(t('months.reason-missing'))).toBeVisible()
  await reopen.getByLabel(t('months.reason')).fill('The bank took a transfer back')
  await send.click()
  await expect(again.getByText(t('months.state-open'), { exact: true })).toBeVisible()
  await again.getByText(t('months.history')).click()
  await expect(again).toContainText('The bank took a transfer back')
})
