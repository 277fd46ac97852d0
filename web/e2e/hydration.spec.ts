import { publicPages } from './harness/pages.ts'
import { expect, test } from './harness/test.ts'
import type { Locale } from './harness/words.ts'

for (const visit of ['en', 'zh'] satisfies Locale[])
  test.describe(`public pages in ${visit === 'en' ? 'English' : 'Chinese'}`, { tag: '@phone' }, () => {
    test.use({ visit })

    // That the console stays silent is checked after every test.
    test('are taken over without a word, and a guest makes no call that fails', async ({ page, href }) => {
      const failed: string[] = []
      page.on('response', (answer) => {
        const status = answer.status()
        // The redirect of /about-us to its first page is a navigation, not a call.
        const fine = (status >= 200 && status < 300) || status === 304 || answer.request().isNavigationRequest()
        if (!fine) failed.push(`${status} ${answer.url()}`)
      })
      for (const path of publicPages) {
        await page.goto(href(path))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
      }
      expect(failed).toEqual([])
    })

    test('keep the page when the language is changed', async ({ page, href, visit: from }) => {
      const name = from === 'en' ? '简体中文' : 'English'
      for (const path of ['/blessing-service/light-lamp', '/misc/faq', '/member/login?redirect=%2Fcart%2Fcheckout']) {
        await page.goto(href(path))
        const before = await page.getByRole('heading', { level: 1 }).textContent()
        await page.getByRole('link', { name, exact: true }).first().click()
        const there = from === 'en' ? `/zh${path}` : path
        await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(there)
        await expect(page.locator('html')).toHaveAttribute('lang', from === 'en' ? 'zh-Hans' : 'en-SG')
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(before ?? '')
      }
    })
  })
