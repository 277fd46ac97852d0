import { gzipSync } from 'node:zlib'
import { publicPages } from './harness/pages.ts'
import { expect, test } from './harness/test.ts'

test.describe('what the server sends', () => {
  test('has no style attribute and no script that the policy does not know', async ({ request, href }) => {
    for (const path of publicPages.flatMap((each) => [each, each === '/' ? '/zh' : `/zh${each}`])) {
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
