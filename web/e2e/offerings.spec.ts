import { Office } from './harness/office.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { make, publish, saved } from './harness/editor.ts'

const t = wordsOf('en')

test.describe('editing an offering', () => {
  test.use({ allowedErrors: /status of 40[04]/ })

  test('an offering is created, published, ordered, and taken off sale', async ({
    page,
    browser,
    watch,
    program,
    saveScreenshot,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '/admin/offerings' })
    const desk = editor.page
    const field = (name: string) => desk.getByRole('textbox', { name, exact: true })
    await expect(desk.getByRole('link', { name: /^Blessing lamp/ })).toBeVisible()
    await expectAccessible(desk, 'the offerings')
    await make(desk, 'offering', { en: 'Soup for all', zh: '众人的汤', key: 'soup' })
    await field(t('records.summary-en')).fill('A bowl of soup.')
    await field(t('records.summary-zh')).fill('一碗汤。')
    await desk.getByRole('link', { name: t('records-offering.tab-place'), exact: true }).click()
    await desk.getByLabel(t('records.category')).selectOption({ index: 1 })
    await desk.getByText(t('records-banner.art-flowers'), { exact: true }).click()
    await desk.getByRole('link', { name: t('records-offering.tab-options') }).click()
    await desk.getByRole('button', { name: t('records-offering.add') }).click()
    await field(t('records.name-en')).fill('A bowl')
    await field(t('records.name-zh')).fill('一碗')
    await field(t('records.price')).fill('12.5x')
    await expect(desk.getByText(t('records.amount-wrong'))).toBeVisible()
    await field(t('records.price')).fill('12.50')
    await desk.getByLabel(t('records.places')).fill('5')
    await saved(desk)
    await expectAccessible(desk, 'the options')
    // A record that was never published is not on sale yet, so there is no switch.
    await expect(desk.getByRole('switch')).toHaveCount(0)
    await publish(desk)

    await page.goto('/blessing-service/soup')
    await expect(page.getByRole('heading', { level: 1, name: /Soup for all/ })).toBeVisible()
    await expect(page.getByText('S$12.50').first()).toBeVisible()

    // Before publication, a changed price is shown beside the current one.
    await field(t('records.price')).fill('14')
    await saved(desk)
    await desk.getByRole('button', { name: t('records.publish'), exact: true }).click()
    const row = desk.getByRole('dialog').getByRole('row', { name: /^A bowl/ })
    await expect(row).toContainText('S$12.50')
    await expect(row).toContainText('S$14.00')
    await expectAccessible(desk, 'publishing a price')
    await saveScreenshot(desk, 'publish-price')
    await desk.getByRole('button', { name: t('records.not-yet') }).click()

    // Stock and the sale switch take effect at once.
    const sold = desk.getByRole('switch', { name: t('records-offering.selling', { name: 'A bowl' }) })
    await expect(sold).toBeChecked()
    await expectAccessible(desk, 'an option that is sold')
    const bowl = desk.getByRole('main').getByRole('listitem').first()
    await expect(bowl.getByText('5 left')).toBeVisible()
    await desk.getByLabel(t('records-offering.add-places')).fill('20')
    await desk.getByRole('button', { name: t('records-offering.do-places') }).click()
    await expect(bowl.getByText('25 left')).toBeVisible()
    await sold.press(' ')
    await expect(sold).not.toBeChecked()
    await expect(bowl.getByText(t('records-offering.stopped'), { exact: true })).toBeVisible()
    await expect(desk.getByText(t('records-offering.seen-stopped', { name: 'A bowl' }))).toBeVisible()
    await expectAccessible(desk, 'an option that is not sold')
    await expect(async () => {
      const answer = await page.goto('/blessing-service/soup')
      expect(answer?.status()).toBe(404)
    }).toPass()
    await desk.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(desk, 'the options')
    await editor.close()
  })

  test('an offering is copied from the list and from its editor, by keyboard', async ({
    browser,
    watch,
    program,
    saveScreenshot,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '/admin/offerings' })
    const desk = editor.page
    const dialog = desk.getByRole('dialog')
    await desk.getByRole('button', { name: t('records.copy-of', { title: 'Blessing lamp' }) }).press('Enter')
    await expect(dialog.getByRole('textbox', { name: t('records.title-en') })).toHaveValue('Blessing lamp (copy)')
    await expect(dialog.getByRole('textbox', { name: t('records.title-zh') })).toHaveValue('光明灯（副本）')
    const address = dialog.getByRole('textbox', { name: t('office.field.web-address') })
    await expect(address).toHaveValue('light-lamp-2')
    await expectAccessible(desk, 'making a copy')
    await saveScreenshot(desk, 'copy-offering')
    await address.fill('light-lamp')
    await address.press('Enter')
    await expect(dialog.getByText(t('fault.key-taken'))).toBeVisible()
    await address.fill('light-lamp-2')
    await address.press('Enter')
    await expect(desk.getByRole('heading', { level: 1, name: /^Blessing lamp \(copy\)/ })).toBeVisible()
    await expect(desk.getByText('/blessing-service/light-lamp-2')).toBeVisible()
    await desk.getByRole('link', { name: t('records-offering.tab-options') }).click()
    await expect(desk.getByRole('listitem').filter({ hasText: 'Family' }).first()).toBeVisible()

    // The copy of a copy gets the next free key, and what was typed just before.
    await desk
      .getByRole('main')
      .getByRole('link', { name: t('records-offering.tab-words'), exact: true })
      .click()
    await desk.getByRole('textbox', { name: t('records.summary-en'), exact: true }).fill('For next year.')
    await desk.getByRole('button', { name: t('records.copy'), exact: true }).press('Enter')
    await expect(dialog.getByRole('textbox', { name: t('office.field.web-address') })).toHaveValue('light-lamp-3')
    await dialog.getByRole('textbox', { name: t('records.title-en') }).fill('Lamp of next year')
    await dialog.getByRole('button', { name: t('records.copy-do') }).press('Enter')
    await expect(desk.getByRole('heading', { level: 1, name: /^Lamp of next year/ })).toBeVisible()
    await expect(desk.getByRole('textbox', { name: t('records.summary-en'), exact: true })).toHaveValue(
      'For next year.',
    )
    await desk.setViewportSize({ width: 360, height: 800 })
    await desk.goto('/admin/offerings')
    await expect(desk.getByRole('link', { name: /^Lamp of next year/ })).toBeVisible()
    await expectNoSidewaysScroll(desk, 'the list of offerings')
    await editor.close()
  })

  // For an offering that no other test orders: the tests of a worker share one temple.
  test('orders close a number of days before a ceremony’s date', async ({ page, browser, watch, program }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '/admin/offerings' })
    const desk = editor.page
    await desk.getByRole('link', { name: /^Gift to the temple/ }).click()
    await desk.getByRole('link', { name: t('records-offering.tab-dates') }).click()
    await desk.getByLabel(t('records.closes')).selectOption('term')
    await desk.getByLabel(t('records.days')).fill('-6')
    await saved(desk)
    await expectAccessible(desk, 'the dates')
    await publish(desk)
    await expect(async () => {
      const answer = await page.request.get('/api/offering/donation')
      expect(((await answer.json()) as { closesAt?: string }).closesAt).toMatch(/T16:00:00Z$/)
    }).toPass()
    await editor.close()
  })
})
