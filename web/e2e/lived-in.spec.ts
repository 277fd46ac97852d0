import { Program } from './harness/program.ts'
import { logIn } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'
import type { Locale } from './harness/words.ts'
import { until } from './harness/until.ts'

const states = [
  'awaiting-payment',
  'under-verification',
  'rejected',
  'paid',
  'refunded',
  'cancelled',
  'expired',
] as const

for (const visit of ['en', 'zh'] satisfies Locale[])
  test.describe(visit === 'en' ? 'in English' : 'in Chinese', () => {
    test.use({ visit })

    test('the demonstration’s member has orders in each state, a family and a lamp in its place', async ({
      browser,
      watch,
      t,
      href,
      keep,
    }) => {
      test.slow()
      const program = await Program.start('sqlite', '127.0.0.1', undefined, { DEMO_LIVED_IN: '1' })
      const context = await browser.newContext({ baseURL: program.url })
      watch(context)
      try {
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
        await keep(page, 'lived-in-orders')
        await page.goto(href('/member/profile/lamps'))
        await expect(page.getByText('A-05-08', { exact: true }).first()).toBeVisible()
        await page.goto(href('/member/profile/subscriptions'))
        await expect(page.getByRole('article')).toHaveCount(1)
        await page.goto(href('/member/profile/family'))
        await expect(page.getByText('黄秀英').first()).toBeVisible()
        await expect(page.getByText('陈文德').first()).toBeVisible()
        await expect(page.getByText(visit === 'en' ? 'Mother' : '母亲', { exact: true })).toBeVisible()
        await keep(page, 'lived-in-family')
      } finally {
        watch.end()
        await context.close()
        await program.stop()
      }
    })
  })
