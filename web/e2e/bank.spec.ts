import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { Office } from './harness/office.ts'
import { fillCart, logIn, order } from './harness/setup.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')

// The payments of this file only: each test creates its orders.
const temple = ownTemple()

/** A payment reference as banking apps may change it, still a certain match. */
const mangled = [
  (ref: string) => ref,
  (ref: string) => ref.toLowerCase(),
  (ref: string) => `${ref.slice(0, 4)} ${ref.slice(4)}`,
  (ref: string) => `${ref.slice(0, 5)}-${ref.slice(5)}`,
  (ref: string) => `lamp for mother ${ref} thank you`,
  (ref: string) => ref.replaceAll('5', 'S').replaceAll('8', 'B').replaceAll('Z', '2').replaceAll('Q', 'O'),
  (ref: string) => `PAYNOW${ref}`,
]
const wrong = (ref: string) => `${ref.slice(0, 4)}${ref[4] === 'W' ? 'X' : 'W'}${ref.slice(5)}`

type Row = { text: string; payer: string; credit?: string; debit?: string }

/** A DBS statement of today with these lines. */
function dbs(rows: readonly Row[]): Buffer {
  const [, day, month, year] = /^\w+, (\d+) (\w+) (\d+)/.exec(new Date(Date.now() + 8 * 3600_000).toUTCString()) ?? []
  const lines = rows.map(({ text, payer, credit = '', debit = '' }, at) => {
    const refs = [`Incoming PayNow Ref ${7_000_000 + (at < 190 ? at : 190)}`, `From: ${payer}`, `OTHR ${text}`]
    return [`${day} ${month} ${year}`, 'ICT', refs.join(' '), ...refs, 'Settled', debit, credit].join(',')
  })
  return Buffer.from(
    [
      'Account Details For:,Temple Account 999-99999-9',
      `Statement as at:,${day} ${month} ${year}`,
      '',
      'Transaction Date,Transaction Code,Description,Transaction Ref1,Transaction Ref2,Transaction Ref3,Status,Debit Amount,Credit Amount',
      ...lines,
      '',
    ].join('\r\n'),
  )
}

async function orders(request: APIRequestContext, count: number): Promise<string[]> {
  const made: string[] = []
  while (made.length < count) {
    await fillCart(request)
    made.push(await order(request, 'cash'))
  }
  return made
}

/** Two hundred lines: thirty-one settle thirty-two orders with certainty, and each other one is a special case. */
function rowsOf(refs: readonly string[]): Row[] {
  const rows: Row[] = refs.slice(0, 30).map((ref, at) => {
    const spoil = mangled[at % mangled.length]
    return { text: spoil ? spoil(ref) : ref, payer: 'TAN BEE LENG', credit: '88.00' }
  })
  rows.push({ text: `${refs[30]} and ${refs[31]}`, payer: 'TAN BEE LENG', credit: '176.00' })
  for (const ref of refs.slice(32, 35)) rows.push({ text: wrong(ref), payer: 'SITI AMINAH', credit: '88.00' })
  rows.push({ text: refs[35] ?? '', payer: 'SITI AMINAH', credit: '80.00' })
  rows.push({ text: refs[0] ?? '', payer: 'TAN BEE LENG', credit: '88.00' })
  rows.push({ text: 'lamp', payer: 'SITI AMINAH', credit: '88.00' })
  while (rows.length < 100) rows.push({ text: 'SP SERVICES GIRO', payer: 'SP SERVICES', debit: `${rows.length}.50` })
  while (rows.length < 190) rows.push({ text: 'PayNow transfer', payer: 'ONG KIM SENG', credit: `${rows.length}.05` })
  while (rows.length < 200) rows.push({ text: 'incense', payer: 'LIM AH KOW', credit: '2.00' })
  return rows
}

const tab = (page: Page, name: string, count: number) =>
  page
    .getByRole('navigation', { name: t('bank.sorts') })
    .getByRole('button', { name: new RegExp(`^${t(`bank.tab-${name}`)}\\s*${count}$`) })

async function choose(page: Page, file: Buffer) {
  await page.goto('/admin/bank')
  await page.getByLabel(t('bank.upload')).setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: file })
  await page.waitForURL('**/admin/bank/*')
}

test('a bank statement of 200 lines is imported, matched and undone', async ({
  request,
  browser,
  watch,
  saveScreenshot,
}) => {
  await logIn(request)
  const refs = await orders(request, 37)
  const file = dbs(rowsOf(refs))
  const treasurer = await Office.open(browser, watch, temple(), 'treasurer', { shift: false })
  const desk = treasurer.page
  const dialog = desk.getByRole('dialog')
  await choose(desk, file)
  await expect(tab(desk, 'certain', 31)).toBeVisible()
  await expect(tab(desk, 'likely', 5)).toBeVisible()
  await expect(tab(desk, 'debit', 63)).toBeVisible()
  await expect(tab(desk, 'none', 101)).toBeVisible()
  await saveScreenshot(desk, 'statement')
  await expectAccessible(desk, 'a statement')

  // The certain lines are selected from the start; one click settles them.
  await expect(desk.getByText(t('bank.selected', { count: 31 }))).toBeVisible()
  await expect(desk.getByText('S$2,816.00').first()).toBeVisible()
  await desk.keyboard.press('Shift+Enter')
  await expect(tab(desk, 'matched', 31)).toBeVisible()

  await tab(desk, 'none', 101).click()
  const lamp = desk.getByRole('row').filter({ hasText: 'lamp' }).filter({ hasText: 'S$88.00' })
  await lamp.getByRole('searchbox').fill(refs[36] ?? '')
  await lamp.getByRole('searchbox').press('Enter')
  await lamp.getByRole('radio').first().check()
  await lamp.getByRole('button', { name: /INV-…/ }).click()
  await expect(tab(desk, 'matched', 32)).toBeVisible()

  // Importing the same file again opens the existing statement.
  const address = desk.url().replace(/\?.*/, '')
  await choose(desk, file)
  await expect(desk.getByText(t('bank.known'))).toBeVisible()
  await expect(tab(desk, 'matched', 32)).toBeVisible()
  expect(desk.url()).toBe(address)

  await desk.getByRole('button', { name: t('bank.undo'), exact: true }).click()
  await dialog.getByRole('button', { name: t('bank.undo'), exact: true }).click()
  await expect(tab(desk, 'all', 0)).toBeVisible()
  const list = await request.get('/api/invoice/list/member?pageSize=100')
  const { items } = (await list.json()) as { items: { status: string; paid: number }[] }
  expect(items.length).toBeGreaterThanOrEqual(37)
  expect(items.filter(({ status, paid }) => status !== 'awaiting-payment' || paid !== 0)).toEqual([])
  await treasurer.close()
})

test('fifty bank lines, forty of them certain matches, are settled in twelve clicks', async ({
  request,
  browser,
  watch,
  saveScreenshot,
}) => {
  test.slow()
  await logIn(request)
  const refs = await orders(request, 48)
  const payer = 'SITI AMINAH'
  const rows: Row[] = refs.slice(0, 40).map((text) => ({ text, payer, credit: '88.00' }))
  for (const ref of refs.slice(40, 46)) rows.push({ text: wrong(ref), payer, credit: '88.00' })
  rows.push({ text: refs[46] ?? '', payer, credit: '80.00' })
  rows.push({ text: refs[47] ?? '', payer, credit: '87.50' })
  rows.push({ text: 'INTEREST CREDIT', payer: 'QUARTERLY INTEREST', credit: '4.12' })
  rows.push({ text: 'SP SERVICES GIRO', payer: 'SP SERVICES', debit: '412.70' })
  const treasurer = await Office.open(browser, watch, temple(), 'treasurer', { shift: false })
  const desk = treasurer.page
  await choose(desk, dbs(rows))
  await expect(tab(desk, 'certain', 40)).toBeVisible()
  await expect(tab(desk, 'likely', 8)).toBeVisible()
  await expect(desk.getByText(t('bank.recognised', { count: 48, total: 50 }))).toBeVisible()
  await expect(desk.getByText(t('bank.more-certain', { count: 36 }))).toBeVisible()
  await saveScreenshot(desk, 'table')
  await expectAccessible(desk, 'a statement as a table')

  let clicks = 0
  const click = async (what: Locator) => {
    await what.click()
    clicks++
  }
  await click(desk.getByRole('button', { name: t('bank.settle-selected', { count: 40 }) }))
  await expect(tab(desk, 'matched', 40)).toBeVisible()
  for (let left = 6; left > 0; left--) {
    await click(desk.getByRole('button', { name: t('bank.settle-do', { amount: 'S$88.00' }), exact: true }).first())
    await expect(tab(desk, 'matched', 47 - left)).toBeVisible()
  }
  // For a lower amount, the button shows what stays due.
  const less = desk.getByRole('button', { name: t('bank.settle-do', { amount: 'S$80.00' }) })
  await expect(less).toContainText(t('bank.stays-due', { amount: 'S$8.00' }))
  await click(less)
  await expect(tab(desk, 'matched', 47)).toBeVisible()
  // A few missing cents are waived with a reason, which is filled in.
  await click(desk.getByRole('button', { name: t('bank.waive-do', { amount: 'S$0.50' }) }))
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: t('bank.waive-reason') })).toHaveValue(t('bank.waive-usual'))
  await click(dialog.getByRole('button', { name: t('bank.waive-do', { amount: 'S$0.50' }) }))
  await expect(tab(desk, 'matched', 48)).toBeVisible()
  const interest = desk.getByRole('row').filter({ hasText: 'QUARTERLY INTEREST' })
  await click(interest.getByRole('button', { name: t('bank.ignore-do') }))
  await click(interest.getByRole('button', { name: t('bank.ignore-interest'), exact: true }))
  await expect(desk.getByText(t('bank.all-decided', { count: 50 }))).toBeVisible()
  expect(clicks, 'clicks for fifty lines').toBe(12)
  await saveScreenshot(desk, 'decided')
  await treasurer.close()
})
