import type { Locator } from '@playwright/test'
import { misnamed } from './harness/misnamed.ts'
import { Office } from './harness/office.ts'
import { contentAreas } from './harness/pages.ts'
import { logIn } from './harness/setup.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, test } from './harness/test.ts'
import { until } from './harness/until.ts'
import { wordsOf } from './harness/words.ts'

const states = [
  'awaiting-payment',
  'under-verification',
  'rejected',
  'paid',
  'refunded',
  'cancelled',
  'expired',
] as const

const hrefs = (within: Locator) =>
  within.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))

const menuNames = new RegExp(`^(${wordsOf('en')('office.menu')}|${wordsOf('zh')('office.menu')})$`)
const temple = ownTemple(undefined, { DEMO_LIVED_IN: '1' })

test.describe('in Chinese', () => {
  test.use({ siteLanguage: 'zh' })

  test('the demonstration’s member has an order in every state, a family book and a placed lamp', async ({
    browser,
    watch,
    t,
    href,
    saveScreenshot,
  }) => {
    test.slow()
    const context = await browser.newContext({ baseURL: temple().url })
    watch(context)
    const page = await context.newPage()
    await logIn(page.request)
    await until('the half year is over', async () => {
      const answer = await page.request.get('/api/invoice/list/member')
      const { items } = (await answer.json()) as { items: { status: string }[] }
      return items.length === 9 && items.some(({ status }) => status === 'under-verification')
    })
    await page.goto(href('/member/profile/invoices'))
    for (const state of states)
      await expect(
        page
          .getByRole('article')
          .getByText(t(`invoice.badge-${state}`), { exact: true })
          .first(),
      ).toBeVisible()
    await saveScreenshot(page, 'lived-in-orders')
    await page.goto(href('/member/profile/lamps'))
    await expect(page.getByText('A-05-08', { exact: true }).first()).toBeVisible()
    await page.goto(href('/member/profile/subscriptions'))
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.goto(href('/member/profile/family'))
    await expect(page.getByText('黄秀英').first()).toBeVisible()
    await expect(page.getByText('陈文德').first()).toBeVisible()
    await expect(page.getByText('母亲', { exact: true })).toBeVisible()
    await saveScreenshot(page, 'lived-in-family')
  })
})

test('on every office page, each control’s accessible name contains its visible text, in both languages', async ({
  browser,
  watch,
}) => {
  test.setTimeout(180_000)
  // A shift is open for the administrator, so that its pages show their controls.
  const { page } = await Office.open(browser, watch, temple(), 'admin', { shift: true, width: 1280 })
  const menu = page.getByRole('navigation', { name: menuNames })
  await expect(menu).toBeVisible()
  const atRest = async (path: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.animate-breathe:visible, [aria-busy="true"]'), `${path}: still fetched`).toHaveCount(0)
  }
  // Each page is loaded once: the language is switched without a reload.
  const look = async (path: string) => {
    await page.goto(path)
    await expect(menu).toBeVisible()
    await atRest(path)
    const first = await page.locator('html').getAttribute('lang')
    expect(await misnamed(page), `${path}, ${first}`).toEqual([])
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^(简体中文|English)$/ })
      .click()
    await expect(page.locator('html')).not.toHaveAttribute('lang', first ?? '')
    await atRest(path)
    expect(await misnamed(page), `${path}, the other language than ${first}`).toEqual([])
  }
  const areas = [...new Set(await hrefs(menu))].filter((path) => path.startsWith('/admin/'))
  expect(areas.length).toBeGreaterThan(20)
  expect(areas).toEqual(expect.arrayContaining(contentAreas))
  for (const area of areas) {
    if (contentAreas.includes(area)) continue // checked in office-gallery.spec.ts
    await look(area)
    const one = (await hrefs(page.getByRole('main'))).find((path) => path.startsWith(`${area}/`))
    if (one) await look(one)
  }
})
