import { readFileSync } from 'node:fs'
import { Office } from './harness/office.ts'
import { fillCart, logIn, newKey, order } from './harness/setup.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { unzip } from './harness/zip.ts'

const t = wordsOf('en')
const temple = ownTemple()

test('the treasurer sees today’s payments and exports them as a table', async ({
  page,
  browser,
  watch,
  saveScreenshot,
}) => {
  await logIn(page.request)
  await fillCart(page.request)
  const reference = await order(page.request, 'cash')
  const treasurer = await Office.open(browser, watch, temple(), 'treasurer')
  const desk = treasurer.page
  const found = (await (await desk.request.get(`/api/admin/invoice?q=${reference}`)).json()) as {
    items: { id: string }[]
  }
  const taken = await desk.request.post(`/api/admin/invoice/${found.items[0]?.id}/cash`, {
    headers: newKey(),
    data: { amountReceived: 8800 },
  })
  expect(taken.status(), await taken.text()).toBe(200)

  await desk.getByRole('link', { name: t('office.area-accounts') }).click()
  await expect(desk.getByRole('heading', { level: 1, name: t('office.area-accounts') })).toBeVisible()
  const methods = desk.getByRole('region', { name: t('accounts.by-method') })
  await expect(methods.getByRole('row', { name: t('accounts.method-cash') })).toContainText('S$88.00')
  await expectAccessible(desk, 'the report of a day')
  await saveScreenshot(desk, 'accounts-day')

  // A sum links to the list of its payments, and each row to its order.
  await methods
    .getByRole('row', { name: t('accounts.method-cash') })
    .getByRole('link', { name: 'S$88.00' })
    .first()
    .click()
  await expect(desk.getByRole('heading', { level: 1, name: t('accounts.list-payments') })).toBeVisible()
  await expect(desk.getByRole('row').filter({ hasText: 'Tan Bee Leng' })).toContainText('S$88.00')
  await expectAccessible(desk, 'the list behind a figure')
  await saveScreenshot(desk, 'accounts-list')
  await desk.getByRole('link', { name: t('accounts.list-back') }).click()
  await desk
    .getByRole('region', { name: t('accounts.summary') })
    .getByRole('link', { name: 'S$88.00' })
    .first()
    .click()
  await expect(desk.getByRole('row').filter({ hasText: 'Tan Bee Leng' })).toBeVisible()
  await desk.getByRole('link', { name: t('accounts.list-back') }).click()

  await desk.getByRole('button', { name: t('accounts.month'), exact: true }).click()
  await expect(desk.getByRole('button', { name: t('accounts.month'), exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(methods.getByRole('row', { name: t('accounts.method-cash') })).toContainText('S$88.00')

  const exports = desk.getByRole('listitem').filter({ hasText: t('accounts.export-payments') })
  const download = async (name: string) => {
    const [file] = await Promise.all([desk.waitForEvent('download'), exports.getByRole('link', { name }).click()])
    return readFileSync(await file.path())
  }
  const csv = (await download('CSV')).toString('utf8')
  expect(csv.startsWith('\ufeff"Received at 收款时间",')).toBe(true)
  expect(csv).toContain(`"${reference}"`)
  expect(csv).toContain('"88.00"')
  const sheet = unzip(await download('Excel'))
    .get('xl/worksheets/sheet1.xml')
    ?.toString('utf8')
  expect(sheet).toContain(reference)
  expect(sheet).toMatch(/<v>88(\.00)?<\/v>/)

  await desk.getByRole('link', { name: t('accounts.tab-statements') }).click()
  await desk.getByRole('searchbox').fill('Tan')
  await desk.getByRole('searchbox').press('Enter')
  const year = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Singapore', year: 'numeric' }).format(new Date())
  const member = desk.getByRole('listitem').filter({ hasText: '9123 4567' })
  const [paper] = await Promise.all([desk.waitForEvent('download'), member.getByRole('link', { name: year }).click()])
  expect(
    readFileSync(await paper.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await expectAccessible(desk, 'the yearly statements')
  await saveScreenshot(desk, 'accounts-statements')
  await treasurer.close()
})
