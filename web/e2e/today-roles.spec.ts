import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Office } from './harness/office.ts'
import { Program } from './harness/program.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const roles = ['editor', 'counter', 'treasurer', 'ritual', 'admin'] as const
const languages = ['en', 'zh'] as const
const widths = [1280, 820] as const

/** Opens Today in a language of the office. */
async function show(page: Page, language: (typeof languages)[number]) {
  await page.goto('/admin/today')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const other = page.getByRole('button', { name: language === 'zh' ? '简体中文' : 'English', exact: true })
  if (await other.isVisible()) await other.click()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : 'en-SG')
  await expect(page.locator('.animate-breathe')).toHaveCount(0)
}

test.describe('today of each role', () => {
  for (const role of roles) {
    test(`is whole for the ${role}, new and used to the office, in both languages`, async ({ browser, watch }) => {
      test.setTimeout(120_000)
      // A temple of its own: its clock goes on by eight days.
      const program = await Program.start('sqlite')
      for (const state of ['new', 'used'] as const) {
        if (state === 'used') await program.advance('192h')
        const office = await Office.open(browser, watch, program, role, 'off-shift', 1280)
        const { page } = office
        for (const language of languages) {
          const t = wordsOf(language)
          await show(page, language)
          const roleWords = page.getByRole('heading', { name: t('today.roles') })
          if (state === 'new' && role !== 'admin') {
            await expect(roleWords).toBeVisible()
            await expect(page.getByRole('heading', { name: t(`today.role-${role}`) })).toBeVisible()
          } else if (state === 'used') await expect(roleWords).toHaveCount(0)
          await expect(page.getByRole('heading', { name: t('today.machine') })).toHaveCount(role === 'admin' ? 1 : 0)
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 })
            await expectNoSidewaysScroll(page, `${role}, ${state}, ${language}, ${width}`)
            await page.screenshot({
              path: `test-results/steps/today-roles/${role}-${state}-${language}-${width}.jpg`,
              type: 'jpeg',
              quality: 80,
              fullPage: true,
            })
          }
          await expectAccessible(page, `${role}, ${state}, ${language}`)
        }
        await office.close()
      }
      await program.stop()
    })
  }

  test('tells the administrator what waits for others, and what is free on the disk', async ({
    browser,
    watch,
    program,
  }) => {
    const t = wordsOf('en')
    const editor = await Office.open(browser, watch, program, 'editor', 'off-shift', 1280)
    const draft = editor.page
    await draft
      .getByRole('link', { name: /^Visiting/ })
      .first()
      .click()
    await draft.getByRole('textbox', { name: t('pages.title-en'), exact: true }).fill('Visiting the temple today')
    await expect(draft.getByText(/^Saved \d/)).toBeVisible()
    await editor.close()
    const office = await Office.open(browser, watch, program, 'admin', 'off-shift', 1280)
    const { page } = office
    await page.goto('/admin/today')
    const others = page.getByRole('listitem').filter({ hasText: t('office.role-editor') })
    await expect(page.getByRole('heading', { name: t('today.others') })).toBeVisible()
    await expect(others.getByText(/drafts? .*not on the site$/)).toBeVisible()
    await expectAccessible(page, 'what waits for others')
    await page.screenshot({ path: 'test-results/steps/today-roles/others.png', fullPage: true })
    const words = t('today.machine-disk-good', { free: '|', size: '|' }).replaceAll('|', String.raw`[\d.]+ [GM]B`)
    await expect(page.getByText(new RegExp(`^${words}$`))).toBeVisible()
    await office.close()
  })

  test('tells how old and how large the newest backup is, and greets as one wishes', async ({ browser, watch }) => {
    const backups = mkdtempSync(join(tmpdir(), 'shanmen-e2e-backups-'))
    const program = await Program.start('sqlite', '127.0.0.1', undefined, { BACKUP_TO: backups })
    program.backUp()
    const office = await Office.open(browser, watch, program, 'admin', 'off-shift', 1280)
    const { page } = office
    for (const language of languages) {
      const t = wordsOf(language)
      await show(page, language)
      const age = t('today.machine-age-minutes', { count: 1 })
      const size = t('today.machine-backup-size', { size: '|', age }).replaceAll('|', String.raw`[\d.]+ [kM]B`)
      await expect(page.getByText(new RegExp(`^${size}$`))).toBeVisible()
    }
    const t = wordsOf('zh')
    await page.getByRole('button', { name: t('today.call-me') }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('today.call-me-label')).fill('德文')
    await expectAccessible(page, 'how one is greeted')
    await dialog.getByLabel(t('today.call-me-label')).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('德文')
    await office.close()
    await program.stop()
    rmSync(backups, { recursive: true, force: true })
  })

  test('tells whether the replicas show one version of the site', async ({ browser, watch }) => {
    const program = await Program.start('postgres')
    await program.replica()
    const office = await Office.open(browser, watch, program, 'admin', 'off-shift', 1280)
    for (const language of languages) {
      const good = wordsOf(language)('today.machine-replicas-good', { count: 2, content: '|' })
      await expect(async () => {
        await show(office.page, language)
        const said = new RegExp(`^${good.replaceAll('|', String.raw`[\d,]+`)}$`)
        await expect(office.page.getByText(said)).toBeVisible({ timeout: 1000 })
      }).toPass({ timeout: 40_000 })
    }
    await office.close()
    await program.stop()
  })

  test('tells the treasurer what came in on the same day of the last year', async ({ browser, watch }) => {
    test.setTimeout(120_000)
    const program = await Program.start('sqlite')
    await program.setClock(new Date('2026-11-22T02:00:00Z'))
    const counter = await Office.open(browser, watch, program, 'counter', 'on-shift', 1280)
    const option = await counter.page.evaluate(async () => {
      const answer = await fetch('/api/admin/catalogue/winter-solstice')
      const offering = (await answer.json()) as { id: string; options: { id: string; key: string }[] }
      return { offeringId: offering.id, optionId: offering.options.find(({ key }) => key === 'family')?.id }
    })
    const sold = await counter.page.request.post('/api/admin/walk-in', {
      headers: { 'Idempotency-Key': crypto.randomUUID(), Origin: program.url },
      data: {
        locale: 'zh',
        payer: { name: 'Mdm Lim', email: 'lim@family.example' },
        items: [{ ...option, quantity: 1, form: { surname: '林', dedicators: [{ chineseName: '林小明' }] } }],
        paymentAmount: 5000,
        method: 1,
        amountReceived: 5000,
      },
    })
    expect(sold.status(), await sold.text()).toBe(200)
    await counter.close()
    await program.setClock(new Date('2027-11-23T02:00:00Z'))
    const office = await Office.open(browser, watch, program, 'treasurer', 'off-shift', 1280)
    for (const language of languages) {
      const t = wordsOf(language)
      await show(office.page, language)
      await expect(office.page.getByText(t('today.before-day', { sum: 'S$50.00', count: 1 }))).toBeVisible()
      await expect(office.page.getByText(t('today.year', { sum: 'S$0.00' }))).toBeVisible()
    }
    await office.close()
    await program.stop()
  })

  for (const language of languages)
    test(`the prices and their history, in ${language === 'en' ? 'English' : 'Chinese'}`, async ({
      browser,
      watch,
      program,
    }) => {
      const t = wordsOf(language)
      const office = await Office.open(browser, watch, program, 'treasurer', 'off-shift', 1280)
      const { page } = office
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (language === 'zh') await page.getByRole('button', { name: '简体中文', exact: true }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : 'en-SG')
      await page.goto('/admin/prices')
      await expect(page.getByRole('heading', { level: 1, name: t('office.area-prices') })).toBeVisible()
      const first = page.getByRole('main').getByRole('listitem').getByRole('link').first()
      await expect(first).toBeVisible()
      const look = async (name: string) => {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await expectNoSidewaysScroll(page, `${name}, ${language}, ${width}`)
          await page.screenshot({
            path: `test-results/steps/today-roles/${name}-${language}-${width}.jpg`,
            type: 'jpeg',
            quality: 80,
            fullPage: true,
          })
        }
        await expectAccessible(page, `${name}, ${language}`)
      }
      await look('prices')
      const title = (await first.textContent()) ?? ''
      await first.click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.locator('.animate-breathe')).toHaveCount(0)
      await look('price')
      await office.close()
    })
})
