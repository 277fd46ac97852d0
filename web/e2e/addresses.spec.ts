import { Office } from './harness/office.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { make, publish, saved } from './harness/editor.ts'

const t = wordsOf('en')

test.describe('changing the address (URL) of a page', () => {
  test.use({ allowedErrors: /status of 40[04]/ })

  test('the old address redirects to the new one in both languages', async ({
    page,
    browser,
    watch,
    program,
    saveScreenshot,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor')
    const desk = editor.page
    await make(desk, 'page', { en: 'Open day', key: 'open-dya' })
    await desk.getByRole('textbox', { name: t('records.text-label-en'), exact: true }).click()
    await desk.keyboard.type('Everybody is welcome.')
    await saved(desk)
    await publish(desk)

    await desk.getByRole('button', { name: t('records.address-change') }).click()
    const field = desk.getByRole('dialog').getByLabel(t('office.field.web-address'))
    await expect(field).toHaveValue('open-dya')
    await expectAccessible(desk, 'changing an address')
    await field.fill('Open Day!')
    await desk.getByRole('button', { name: t('records.address-do') }).click()
    await expect(desk.getByRole('dialog').getByText(t('fault.key-shape'))).toBeVisible()
    await expect(field).toHaveValue('Open Day!')
    await field.fill('open-day')
    await desk.getByRole('button', { name: t('records.address-do') }).click()
    await expect(desk.getByText(t('records.address-done'))).toBeVisible()
    await expect(desk.getByText('/about-us/open-day', { exact: true })).toBeVisible()
    const record = desk.url()

    await expect(async () => {
      await page.goto('/about-us/open-dya')
      await expect(page).toHaveURL(/\/about-us\/open-day$/, { timeout: 200 })
    }).toPass()
    await expect(page.getByText('Everybody is welcome.')).toBeVisible()
    await page.goto('/zh/about-us/open-dya')
    await expect(page).toHaveURL(/\/zh\/about-us\/open-day$/)

    await desk.goto('/admin/addresses')
    await expect(desk.getByText('/about-us/open-dya', { exact: true })).toBeVisible()
    await expectAccessible(desk, 'the old addresses')
    await desk.getByLabel(t('addresses.try')).last().fill('/about-us/open-dya')
    await desk.getByRole('button', { name: t('addresses.try-do') }).click()
    await expect(desk.getByText(t('addresses.try-moved-301')).first()).toBeVisible()
    await desk.setViewportSize({ width: 820, height: 1100 })
    await expectNoSidewaysScroll(desk, 'the old addresses at 820 pixels')
    await saveScreenshot(desk, 'addresses-820')

    // Other tests of this program count the pages.
    await desk.goto(record)
    await desk.getByRole('button', { name: t('records.take-away'), exact: true }).click()
    await desk.getByRole('button', { name: t('records.take-away-do'), exact: true }).click()
    await expect(desk.getByText(t('records.is-taken'))).toBeVisible()
    await expect(async () => {
      const answer = await page.goto('/about-us/open-dya')
      expect(answer?.status()).toBe(404)
    }).toPass()

    // Addresses that were requested but do not exist are listed by number of requests, with the page that is probably
    // meant.
    for (const path of ['/about-us/histroy', '/zh/about-us/histroy', '/about-us/histroy', '/old-shop'])
      expect((await page.goto(path))?.status()).toBe(404)
    await program.advance('2m', true) // the counts are written once a minute
    const missing = desk.getByRole('region', { name: t('addresses.missing') }).getByRole('listitem')
    const asked = missing.filter({ hasText: '/about-us/histroy' })
    await expect(async () => {
      await desk.goto('/admin/addresses')
      await expect(asked).toContainText(t('addresses.times', { count: 3 }), { timeout: 2000 })
    }).toPass()
    await expect(asked).toContainText(t('addresses.perhaps'))
    await expect(missing.filter({ hasText: '/old-shop' })).toContainText(t('addresses.times', { count: 1 }))
    await expectNoSidewaysScroll(desk, 'what was asked for and is not there')
    await asked.getByRole('button', { name: t('addresses.missing-send-there') }).click()
    await expect(desk.getByRole('dialog').getByLabel(t('addresses.path'), { exact: true })).toHaveValue(
      '/about-us/histroy',
    )
    await expect(desk.getByRole('dialog').getByLabel(t('addresses.target'), { exact: true })).toHaveValue(
      '/about-us/history',
    )
    await editor.close()
  })
})
