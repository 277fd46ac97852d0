import { gzipSync } from 'node:zlib'
import { expect, test } from './harness/test.ts'
import type { Locale } from './harness/words.ts'

const paths = [
  '/',
  '/about-us',
  '/blessing-service',
  '/blessing-service/light-lamp',
  '/misc/faq',
  '/misc/privacy-policy',
  '/misc/service-policy',
  '/misc/term-and-condition',
  '/cart',
  '/member/login',
  '/member/registration',
]

for (const visit of ['en', 'zh'] satisfies Locale[])
  test.describe(`public pages in ${visit === 'en' ? 'English' : 'Chinese'}`, () => {
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
      for (const path of paths) {
        await page.goto(href(path))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
      }
      expect(failed).toEqual([])
    })

    test('keep the page when the language is changed', async ({ page, href, visit: from }) => {
      const name = from === 'en' ? '中文' : 'English'
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

test.describe('what the server sends', () => {
  test('has no style attribute and no script that the policy does not know', async ({ request, href }) => {
    for (const path of paths.flatMap((each) => [each, each === '/' ? '/zh' : `/zh${each}`])) {
      const answer = await request.get(href(path))
      expect(answer.status(), path).toBe(200)
      const policy = answer.headers()['content-security-policy'] ?? ''
      expect(policy, path).toContain("default-src 'self'")
      expect(policy, path).not.toMatch(/unsafe-inline|unsafe-eval/)
      const html = await answer.text()
      // Scripts and styles are not markup; the payload holds texts of any kind.
      const markup = html.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '')
      expect(markup, path).not.toMatch(/<[^>]*\sstyle\s*=/)
      expect(markup, path).not.toMatch(/<[^>]*\son[a-z]+\s*=/)
      expect(markup.length, path).toBeGreaterThan(2000)
    }
  })

  test('of JavaScript for home weighs at most 105 kB before the visitor acts', async ({ page }) => {
    const scripts = new Set<string>()
    page.on('response', (answer) => {
      if (answer.request().resourceType() === 'script') scripts.add(new URL(answer.url()).pathname)
    })
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    let bytes = 0
    for (const path of scripts) bytes += gzipSync(await (await page.request.get(path)).body(), { level: 9 }).length
    expect(scripts.size).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(105_000)
  })
})
