import { makeHall } from './harness/hall.ts'
import { Office } from './harness/office.ts'
import { newKey } from './harness/setup.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')
const zh = wordsOf('zh')
const temple = ownTemple()

test('lamps sold before their hall was entered get positions: one picked on the map, the rest assigned together', async ({
  browser,
  watch,
  saveScreenshot,
}) => {
  test.setTimeout(120_000)
  const program = temple()
  const ritual = await Office.open(browser, watch, program, 'ritual', { width: 1280 })
  const { page } = ritual

  // Three families order a lamp that no hall has yet.
  const counter = await Office.open(browser, watch, program, 'counter')
  const catalogue = (await (await counter.page.request.get('/api/offering/light-lamp')).json()) as {
    id: string
    options: { id: string; key: string }[]
  }
  const optionId = catalogue.options.find(({ key }) => key === 'one')?.id
  for (const [payer, name] of [
    ['Mdm Lim', '林美玲'],
    ['Mr Tan', '陈𠮷䶮'],
    ['Ms Goh', '吴小慧'],
  ]) {
    const sold = await counter.page.request.post('/api/admin/walk-in', {
      headers: newKey(),
      data: {
        locale: 'en',
        payer: { name: payer },
        items: [{ offeringId: catalogue.id, optionId, quantity: 1, form: { people: [{ chineseName: name }] } }],
        paymentAmount: 3800,
        method: 1,
        amountReceived: 3800,
      },
    })
    expect(sold.status(), await sold.text()).toBe(200)
  }
  await counter.close()
  await makeHall(program.url)
  const { items } = (await (await page.request.get('/api/admin/hall')).json()) as {
    items: { key: string; towers: { id: string; code: string }[] }[]
  }
  const tower = items.find(({ key }) => key === 'main')?.towers.find(({ code }) => code === 'B')
  const said = await page.request.post(`/api/admin/tower/${tower?.id}/sell`, {
    headers: newKey(),
    data: { fromRow: 5, toRow: 12, optionId, positionBy: 'devotee', lastsMonths: 0 },
  })
  expect(said.status(), await said.text()).toBe(200)

  await page.goto('/admin/halls')
  await page.getByRole('link', { name: `${t('halls.placeless')} 3` }).click()
  await expect(page.getByRole('heading', { name: /3 without a place · 160 free/ })).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.filter({ hasText: '陈𠮷䶮' })).toContainText('Mr Tan')
  await expectAccessible(page, 'lamps without a place')
  await saveScreenshot(page, 'placeless-en-1280')

  // One position is chosen on the map by keyboard: the map opens at the position that the temple would assign next.
  await rows.filter({ hasText: '陈𠮷䶮' }).getByRole('button').press('Enter')
  await expect(page.getByText(t('halls.giving', { name: '陈𠮷䶮' }))).toBeVisible()
  await page
    .getByRole('gridcell', { name: t('halls.said', { row: 12, unit: 1, state: t('halls.state-free') }) })
    .focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: t('halls.give', { code: 'B-12-02' }) }).press('Enter')
  await expect(page.getByText(t('halls.given', { code: 'B-12-02' }))).toBeVisible()
  await expect(page.getByText(t('halls.giving', { name: '陈𠮷䶮' }))).toBeHidden()

  // The assignment of the rest is previewed, and can be undone.
  await page.goto('/admin/halls?waiting=')
  await expect(rows.filter({ hasText: '陈𠮷䶮' })).toHaveCount(0)
  await page.getByRole('button', { name: t('halls.place-many') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(t('halls.plan-count', { count: 2 }))).toBeVisible()
  await expect(dialog.getByRole('region', { name: t('halls.plan') }).getByRole('listitem')).toContainText([
    /林美玲.*B-12-01/,
    /吴小慧.*B-12-03/,
  ])
  await expectAccessible(page, 'who would be given which place')
  await saveScreenshot(page, 'placeless-plan-en-1280')
  await dialog.getByRole('button', { name: t('halls.place-these', { count: 2 }) }).click()
  const notice = page.getByRole('status').filter({ hasText: t('halls.placed', { count: 2 }) })
  await expect(notice).toBeVisible()
  await expect(notice.getByRole('link', { name: t('halls.print-labels-of', { hall: 'Main Hall' }) })).toHaveAttribute(
    'href',
    '/admin/print/run-new?hall=main',
  )
  await expect(page.getByText(t('halls.placeless-none-text'))).toBeVisible()
  await notice.getByRole('button', { name: t('halls.unplace') }).click()
  await expect(page.getByText(t('halls.unplaced', { count: 2 }))).toBeVisible()
  await expect(page.getByRole('heading', { name: /2 without a place · 159 free/ })).toBeVisible()

  // The counter sees who waits and can place one; only ritual staff can place many at once.
  const desk = await Office.open(browser, watch, program, 'counter', {
    at: '/admin/halls?waiting=',
    shift: false,
    width: 820,
  })
  await expect(desk.page.getByRole('button', { name: new RegExp(`^${t('halls.choose-on-map')}`) })).toHaveCount(2)
  await expect(desk.page.getByRole('button', { name: t('halls.place-many') })).toHaveCount(0)
  await desk.page.getByRole('button', { name: '简体中文' }).click()
  await expect(desk.page.getByRole('link', { name: zh('halls.back-to-map') })).toBeVisible()
  await expectNoSidewaysScroll(desk.page, 'lamps without a place at 820 pixels')
  await expectAccessible(desk.page, 'lamps without a place in Chinese', 'zh')
  await saveScreenshot(desk.page, 'placeless-zh-820')
  await desk.close()
})
