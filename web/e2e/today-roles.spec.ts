import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Office } from './harness/office.ts'
import { Program } from './harness/program.ts'
import { makeRecord } from './harness/record.ts'
import { newKey } from './harness/setup.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const roles = ['editor', 'counter', 'treasurer', 'ritual', 'admin'] as const
const languages = ['en', 'zh'] as const
const widths = [1280, 820] as const

/** Shows Today in a language. */
async function show(page: Page, language: (typeof languages)[number]) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const other = page.getByRole('button', { name: language === 'zh' ? '简体中文' : 'English', exact: true })
  if (await other.isVisible()) await other.click()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : 'en-SG')
  await expect(page.locator('.animate-breathe')).toHaveCount(0)
}

test.describe('the Today page of each role', () => {
  const backups = join(tmpdir(), `shanmen-e2e-backups-${process.pid}`)
  const temple = ownTemple(
    async () => {
      mkdirSync(backups)
    },
    { BACKUP_TO: backups },
  )
  test.afterAll(() => rmSync(backups, { recursive: true, force: true }))

  test('Today shows the age and size of the newest backup, and greets the user by the chosen name', async ({
    browser,
    watch,
  }) => {
    temple().backUp()
    const { page } = await Office.open(browser, watch, temple(), 'admin', { width: 1280 })
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
  })

  test('Today shows the administrator the tasks of other roles, and the free disk space', async ({
    browser,
    watch,
    saveScreenshot,
  }) => {
    const t = wordsOf('en')
    const { page } = await Office.open(browser, watch, temple(), 'admin', { at: '', width: 1280 })
    const fields = { 'title.en': 'What waits', 'html.en': '<p>Not on the site.</p>' }
    await makeRecord(page.request, { kind: 'page', key: 'waits', fields })
    await page.goto('/admin/today')
    const others = page.getByRole('listitem').filter({ hasText: t('office.role-editor') })
    await expect(page.getByRole('heading', { name: t('today.others') })).toBeVisible()
    await expect(others.getByText(/drafts? .*not published$/)).toBeVisible()
    await expectAccessible(page, 'what waits for others')
    await saveScreenshot(page, 'others')
    const words = t('today.machine-disk-good', { free: '|', size: '|' }).replaceAll('|', String.raw`[\d.]+ [GM]B`)
    await expect(page.getByText(new RegExp(`^${words}$`))).toBeVisible()
  })

  // The last test: it moves the temple's clock by eight days.
  test('Today renders completely for every role, on first and later use, in both languages', async ({
    browser,
    watch,
    saveScreenshot,
  }) => {
    test.setTimeout(180_000)
    for (const state of ['new', 'used'] as const) {
      if (state === 'used') await temple().advance('192h')
      for (const role of roles) {
        const seat = { at: '/admin/today', shift: false, width: 1280 }
        const office = await Office.open(browser, watch, temple(), role, seat)
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
            await saveScreenshot(page, `${role}-${state}-${language}-${width}`)
          }
          await expectAccessible(page, `${role}, ${state}, ${language}`, language)
        }
        await office.close()
      }
    }
  })
})

test.describe('money on the Today page', () => {
  test('Today shows the treasurer the takings of the same day last year', async ({ browser, watch }) => {
    test.setTimeout(120_000)
    const program = await Program.start('sqlite')
    await program.setClock(new Date('2026-11-22T02:00:00Z'))
    const counter = await Office.open(browser, watch, program, 'counter', { at: '' })
    const answer = await counter.page.request.get('/api/admin/catalogue/winter-solstice')
    const offering = (await answer.json()) as { id: string; options: { id: string; key: string }[] }
    const option = { offeringId: offering.id, optionId: offering.options.find(({ key }) => key === 'family')?.id }
    const sold = await counter.page.request.post('/api/admin/walk-in', {
      headers: newKey(),
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
    const office = await Office.open(browser, watch, program, 'treasurer', {
      at: '/admin/today',
      shift: false,
      width: 1280,
    })
    for (const language of languages) {
      const t = wordsOf(language)
      await show(office.page, language)
      await expect(office.page.getByText(t('today.before-day', { sum: 'S$50.00', count: 1 }))).toBeVisible()
      await expect(office.page.getByText(t('today.year', { sum: 'S$0.00' }))).toBeVisible()
    }
    await office.close()
    await program.stop()
  })

  test('price changes and price history, in both languages', async ({ browser, watch, program, saveScreenshot }) => {
    const seat = { at: '/admin/prices', shift: false, width: 1280 }
    const office = await Office.open(browser, watch, program, 'treasurer', seat)
    const { page } = office
    const look = async (name: string, language: (typeof languages)[number]) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoSidewaysScroll(page, `${name}, ${language}, ${width}`)
        await saveScreenshot(page, `${name}-${language}-${width}`)
      }
      await expectAccessible(page, `${name}, ${language}`, language)
    }
    const first = page.getByRole('main').getByRole('listitem').getByRole('link').first()
    const titles = { en: '', zh: '' }
    for (const language of languages) {
      await show(page, language)
      const t = wordsOf(language)
      await expect(page.getByRole('heading', { level: 1, name: t('office.area-prices') })).toBeVisible()
      await expect(first).toBeVisible()
      await look('prices', language)
      titles[language] = (await first.textContent()) ?? ''
    }
    await first.click()
    for (const language of languages) {
      await show(page, language)
      await expect(page.getByRole('heading', { level: 1, name: titles[language] })).toBeVisible()
      await look('price', language)
    }
    await office.close()
  })
})
