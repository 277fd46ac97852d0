import { Office } from './harness/office.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { make, publish, saved } from './harness/editor.ts'

const t = wordsOf('en')

test.describe('editing an event', () => {
  // The preview of an incomplete rule shows an error, and visitors have no page for a draft.
  test.use({ allowedErrors: /status of 40[04]/ })

  test('an event on lunar days 1 and 15 with two sessions appears on its page, on home and in calendar files; a cancelled date stays listed', async ({
    page,
    browser,
    watch,
    program,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor')
    const desk = editor.page
    await desk.goto('/admin/events')
    await expectAccessible(desk, 'the list of events')
    await make(desk, 'event', { en: 'Lamp circle', zh: '灯会共修', key: 'lamp-circle' })
    await desk.getByRole('radio', { name: t('event.kind-chanting') }).check()
    await desk.getByLabel(t('records.summary-en')).fill('Light and chanting.')
    await desk.getByLabel(t('records.summary-zh')).fill('灯与诵经。')
    await saved(desk)
    await expectAccessible(desk, 'the words of an event')

    await desk.getByRole('button', { name: t('records-event.view-when') }).click()
    await desk.getByRole('radio', { name: t('records-event.kind-lunar-monthly') }).check()
    await desk.getByLabel(t('records.place-en')).fill('Garden')
    await desk.getByLabel(t('records.place-zh')).fill('花园')
    await desk.getByRole('button', { name: t('records-event.session-add') }).click()
    await desk.getByLabel(t('records-event.session-title-en')).last().fill('Passing the light')
    await desk.getByLabel(t('records-event.session-title-zh')).last().fill('传灯')
    const next = desk.getByRole('region', { name: t('records-event.next') })
    await expect(next.getByRole('listitem')).toHaveCount(12)
    await expect(next.getByText(/月(初一|十五)$/)).toHaveCount(12)
    await next.getByRole('button', { name: t('records-event.see-all') }).click()
    const all = desk.getByRole('region', { name: t('records-event.all') })
    await expect(all.getByRole('listitem').nth(40)).toBeVisible()
    await all.getByRole('button', { name: t('records-event.see-next') }).click()
    await expect(next.getByRole('listitem')).toHaveCount(12)
    // Sessions are rows, one of which is expanded.
    await desk.getByRole('button', { name: t('records-event.session-edit', { number: 1 }) }).press('Enter')
    await expect(desk.getByLabel(t('records-event.session-title-en'))).toHaveCount(1)
    await expect(desk.getByText('Passing the light')).toBeVisible()
    await saved(desk)
    await expectAccessible(desk, 'when an event is')
    await page.goto('/event/lamp-circle')
    await expect(page.getByText('Passing the light')).toHaveCount(0) // visitors do not see a draft
    await publish(desk)

    for (const [path, words] of [
      ['/event/lamp-circle', 'Passing the light'],
      ['/zh/event/lamp-circle', '传灯'],
      ['/event', 'Lamp circle'],
      ['/zh/event', '灯会共修'],
    ] as const)
      await expect(async () => {
        await page.goto(path)
        await expect(page.getByRole('main').getByText(words).first()).toBeVisible({ timeout: 200 })
      }).toPass()
    const feed = async () => (await page.request.get('/api/event/calendar.ics?locale=en')).text()
    const dates = (await feed()).split('SUMMARY:Lamp circle').length - 1
    expect(dates).toBeGreaterThan(40)

    await desk.getByRole('button', { name: t('records-event.exception-add') }).click()
    await desk.getByLabel(t('records-event.exception-act')).selectOption('cancelled')
    await desk.getByLabel(t('records-event.note-en')).fill('The garden is being planted.')
    await desk.getByLabel(t('records-event.note-zh')).fill('花园种植中。')
    await expect(next.getByText(t('records-event.act-cancelled'))).toBeVisible()
    await saved(desk)
    await publish(desk)
    await expect(async () => {
      await page.goto('/event/lamp-circle')
      await expect(page.getByText('The garden is being planted.').first()).toBeVisible({ timeout: 200 })
    }).toPass()
    await expect(page.locator('del, s, .line-through').first()).toBeVisible()
    await expectAccessible(desk, 'an event with a date that is cancelled')
    expect(await feed()).toContain('STATUS:CANCELLED')

    await desk.getByRole('button', { name: t('records.preview'), exact: true }).click()
    await expect(desk.getByText(t('records.back-to-writing'))).toBeVisible()
    await expectAccessible(desk, 'the preview of an event')
    await desk.keyboard.press('Escape')
    await desk.getByRole('link', { name: t('records.history'), exact: true }).click()
    await expect(desk.getByRole('button', { name: t('records.restore-do') })).toBeVisible()
    await editor.close()
  })

  test('an event can be edited on a tablet and on a phone', async ({ browser, watch, program }) => {
    const editor = await Office.open(browser, watch, program, 'editor', { at: '/admin/events', width: 820 })
    const { page } = editor
    const fits = async (what: string) => {
      for (const width of [820, 360]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoSidewaysScroll(page, `${what} at ${width} pixels`)
      }
    }
    const first = page.getByRole('main').getByRole('listitem').getByRole('link').first()
    await expect(first).toBeVisible()
    await fits('events')
    await first.click()
    await page.getByRole('button', { name: t('records-event.view-when') }).click()
    await expect(page.getByRole('heading', { name: t('records-event.next') })).toBeVisible()
    await fits('an event')
    await editor.close()
  })
})
