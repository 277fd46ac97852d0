import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { expect, expectAccessible, test } from './harness/test.ts'
import { until } from './harness/until.ts'

// `make dev`: Vite in front of the program, with the sources of the pages.
const web = resolve(import.meta.dirname, '..')

let vite: ChildProcess
let dev = ''

test.beforeAll(async ({ program }) => {
  const port = await freePort()
  dev = `http://127.0.0.1:${port}`
  vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js'], {
    cwd: web,
    env: { ...process.env, PORT: String(port), GO_URL: program.url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await until('an answer of Vite', async () => {
    try {
      return (await fetch(`${dev}/dev/ui`)).ok || undefined
    } catch {
      return undefined
    }
  })
})

test.afterAll(() => {
  vite.kill()
})

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address ? done(address.port) : failed(new Error('no port'))))
    })
  })
}

test('pages are drawn from their sources, and the office too', async ({ page, t }) => {
  test.slow()
  await page.goto(`${dev}/event`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('script[src="/@vite/client"]')).toHaveCount(1)
  await page
    .getByRole('link', { name: t('common.tab-blessing') })
    .first()
    .click()
  await expect(page).toHaveURL(`${dev}/blessing-service`)
  await page.goto(`${dev}/admin`)
  await expect(page.getByRole('heading', { name: t('office.door') })).toBeVisible({ timeout: 60_000 })
})

for (const language of ['en', 'zh'] as const)
  for (const size of ['1', '3'])
    test(`every part stands in its states (${language}, text ${size})`, async ({ page, keep }) => {
      test.slow()
      await page.goto(`${dev}/dev/ui?lang=${language}&size=${size}`)
      await expect(page.getByRole('heading', { name: 'EmptyState' })).toBeVisible({ timeout: 60_000 })
      await expectAccessible(page, `the parts (${language}, text ${size})`)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, 'wider than the screen').toBeLessThanOrEqual(0)
      await keep(page, `parts-${language}-${size}`)
    })
