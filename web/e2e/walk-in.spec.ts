import { bankScreenshot } from './harness/pictures.ts'
import { Office } from './harness/office.ts'
import { emvFields, readQR } from './harness/qr.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')

test('walk-in: a devotee without an account orders at the counter, and again later', async ({
  program,
  browser,
  watch,
  saveScreenshot,
}) => {
  const counter = await Office.open(browser, watch, program, 'counter')
  const desk = counter.page

  await test.step('a lamp and oil for two people', async () => {
    await desk.getByRole('link', { name: t('office.area-walk-in') }).click()
    await counter.choose('gmd', /^Blessing lamp/, '88')
    await counter.choose('oil', /^Oil for the altar/, 'S$10')
    await expectAccessible(desk, 'what')
    await saveScreenshot(desk, 'items')
    await counter.next()
    await counter.next() // without a name it stays on this screen, and shows an error
    await expect(desk.getByRole('heading', { name: t('common.error-summary-title') })).toBeVisible()
    await desk.getByLabel('Chinese name').first().fill('陈𠮷䶮')
    await expectAccessible(desk, 'names')
    await saveScreenshot(desk, 'names')
    await counter.next()
  })

  await test.step('a reload and Back keep what was entered', async () => {
    await desk.getByLabel(t('walk-in.mobile')).fill('8123 4567')
    await desk.getByLabel(t('walk-in.chineseName')).fill('林秀红')
    await desk.reload()
    await expect(desk.getByLabel(t('walk-in.chineseName'))).toHaveValue('林秀红')
    await desk.goBack()
    await expect(desk.getByLabel('Chinese name').first()).toHaveValue('陈𠮷䶮')
    await counter.next()
    await expectAccessible(desk, 'who pays')
    await saveScreenshot(desk, 'payer')
    await counter.next()
  })

  await test.step('the QR code has the exact amount', async () => {
    await desk.getByRole('radio', { name: 'PayNow' }).check()
    await saveScreenshot(desk, 'pay')
    await desk.getByRole('button', { name: t('walk-in.show-code') }).click()
    const image = desk.getByRole('img', { name: t('walk-in.code-alt') })
    await expect(image).toBeVisible()
    const fields = emvFields(await readQR(desk.request, (await image.getAttribute('src')) ?? ''))
    expect(fields.get('54')).toBe('98.00')
    const reference = fields.get('62.01') ?? ''
    await expect(desk.getByText(reference, { exact: true })).toBeVisible()
    await expectAccessible(desk, 'the code')
    await saveScreenshot(desk, 'code')
    expect(await desk.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('林秀红')
    await desk.locator('input[type=file]').setInputFiles(await bankScreenshot(desk.context(), 'S$98.00', reference))
    await expect(desk.getByText(t('walk-in.treasurer-looks'))).toBeVisible()
    await saveScreenshot(desk, 'photographed')
  })

  await test.step('the same order again, in cash', async () => {
    await desk.getByRole('button', { name: t('office.next-person') }).click()
    await counter.fullForm()
    await desk.getByRole('searchbox', { name: t('walk-in.earlier-search') }).fill('8123 4567')
    await desk.getByRole('searchbox', { name: t('walk-in.earlier-search') }).press('Enter')
    await desk.getByRole('button', { name: t('walk-in.take-again') }).click()
    await expect(desk.getByText('陈𠮷䶮').last()).toBeVisible()
    await saveScreenshot(desk, 'again')
    await counter.next()
    await counter.next()
    await expect(desk.getByLabel(t('walk-in.chineseName'))).toHaveValue('林秀红')
    await counter.next()
    await expect(desk.getByText('S$98.00').first()).toBeVisible()
    await counter.takeCash('100', 'S$98.00')
    await expect(desk.getByText('S$2.00')).toBeVisible()
    await saveScreenshot(desk, 'cash')
  })
  await counter.close()
})
