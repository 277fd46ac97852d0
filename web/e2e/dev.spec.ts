import { spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { reservePort } from '../../scripts/port.mjs'
import { expect, expectAccessible, test } from './harness/test.ts'
import { see } from './harness/sight.ts'
import { blankSpecimens, drawn, likeAtRest, showsState, wordsInTrouble } from './harness/specimens.ts'
import { until } from './harness/until.ts'
import { languages } from './harness/turns.ts'

// `make dev`: Vite in front of the program, serving the sources of the pages.
const web = resolve(import.meta.dirname, '..')

// All tests in one worker, with one Vite.
test.describe.configure({ mode: 'default' })

let vite: ChildProcess
let dev = ''

test.beforeAll(async ({ program }) => {
  const port = await reservePort()
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

test('the development server renders public and office pages from source', { tag: '@phone' }, async ({ page, t }) => {
  test.slow()
  await page.goto(`${dev}/event`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('script[src="/@vite/client"]')).toHaveCount(1)
  await page
    .getByRole('link', { name: t('common.tab-blessing'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(`${dev}/blessing-service`)
  await page.goto(`${dev}/admin`)
  await expect(page.getByRole('heading', { name: t('office.door') })).toBeVisible({ timeout: 60_000 })
})

// No reference screenshots are committed: fonts and antialiasing differ between machines. Instead a screenshot is
// analysed: each component draws something, its states look different, and no text is clipped or overlaps other text.
for (const language of languages(import.meta.url))
  test(`the component gallery shows every component in all its states (${language})`, { tag: '@phone' }, async ({
    page,
    saveScreenshot,
  }) => {
    test.slow()
    await page.goto(`${dev}/dev/ui?lang=${language}`)
    await expect(page.getByRole('heading', { name: 'EmptyState' })).toBeVisible({ timeout: 60_000 })
    for (const size of ['1', '2', '3'] as const) {
      const where = `${language}, text ${size}`
      await see(page, { width: 390, height: 844, size })
      if (size !== '2') await expectAccessible(page, `the parts (${where})`, language)
      await drawn(page)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, `wider than the screen (${where})`).toBeLessThanOrEqual(0)
      expect(await wordsInTrouble(page), `words that are cut off or lie over others (${where})`).toEqual([])
      // Screenshots are slow, and whether a component draws anything does not depend on the text size.
      if (size === '1') expect(await blankSpecimens(page), `parts that draw nothing (${where})`).toEqual([])
      if (size !== '2') await saveScreenshot(page, `parts-${language}-${size}`)
    }
  })

test('different states of a component look different', { tag: '@phone' }, async ({ page, t }) => {
  test.slow()
  await page.goto(`${dev}/dev/ui`)
  await expect(page.getByRole('heading', { name: 'EmptyState' })).toBeVisible({ timeout: 60_000 })
  await drawn(page)
  expect(await likeAtRest(page), 'controls on which the focus does not show').toEqual([])
  const first = (part: string, role: 'button' | 'textbox') =>
    page.getByRole('region', { name: part, exact: true }).getByRole(role).nth(1)
  const states = [
    { of: first('Button', 'button'), state: 'disabled' },
    { of: first('Button', 'button'), state: 'aria-disabled' },
    { of: first('IconButton', 'button'), state: 'disabled' },
    { of: first('TextField', 'textbox'), state: 'aria-invalid' },
  ]
  const alike: string[] = []
  for (const { of, state } of states) if (!(await showsState(of, state))) alike.push(`${String(of)} ${state}`)
  expect(alike, 'states that look like none').toEqual([])
  await page.getByRole('region', { name: 'Dialog' }).getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click()
})
