import type { Page } from '@playwright/test'
import { Office } from './harness/office.ts'
import type { Program } from './harness/program.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')
const zh = wordsOf('zh')

// Own temple, since other tests do not expect these lists.
const temple = ownTemple()
test.use({ allowedErrors: /status of 400/ })

/** Calls the office API and returns the answer. */
async function ask<Value>(page: Page, program: Program, path: string, data?: object): Promise<Value> {
  const headers = { 'Idempotency-Key': crypto.randomUUID(), Origin: program.url }
  const answer = data ? await page.request.post(path, { headers, data }) : await page.request.get(path)
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
  return (await answer.json()) as Value
}

type Catalogue = { id: string; options: { id: string; key: string; price: number }[] }
type Entry = { id: string; no: number; revision: number; text: { surname: string } }

/** A ceremony with paid tablets for these surnames, all checked. */
async function listOf(ritual: Page, counter: Page, program: Program, surnames: readonly string[]) {
  const offering = await ask<Catalogue>(counter, program, '/api/admin/catalogue/winter-solstice')
  const option = offering.options.find(({ key }) => key === 'family')
  const start = Date.now() + 20 * 24 * 60 * 60 * 1000
  const { id } = await ask<{ id: string }>(ritual, program, '/api/admin/ceremony', {
    title: { en: 'Winter solstice prayer for ancestors', zh: '冬至祭祖法会' },
    gathers: 'bought',
    script: 'hant',
    paper: true,
    closesAt: new Date(start - 1000).toISOString(),
    sittings: [
      {
        startsAt: new Date(start).toISOString(),
        endsAt: new Date(start + 7_200_000).toISOString(),
        place: { en: 'Lotus Hall', zh: '莲池殿' },
      },
    ],
    sources: [{ offeringId: offering.id, kind: 'ancestors' }],
  })
  await ask(counter, program, '/api/admin/walk-in', {
    locale: 'en',
    payer: { name: 'Mdm Lim', chineseName: '林美玲' },
    items: surnames.map((surname) => ({
      offeringId: offering.id,
      optionId: option?.id,
      quantity: 1,
      form: { surname, dedicators: [{ chineseName: '陈𠮷䶮' }, { name: 'Mary Ouyang' }] },
    })),
    paymentAmount: (option?.price ?? 0) * surnames.length,
    method: 1,
    amountReceived: (option?.price ?? 0) * surnames.length,
  })
  const entries = async () =>
    (await ask<{ items: Entry[] }>(ritual, program, `/api/admin/ceremony/${id}/entry?limit=100`)).items
  for (const { id: entry, revision } of await entries())
    await ask(ritual, program, `/api/admin/entry/${entry}/check`, { revision, right: true })
  return { id, entries }
}

test('ritual staff print a name list, confirm the good sheets, and reprint the rest', async ({
  browser,
  watch,
  saveScreenshot,
}) => {
  test.setTimeout(180_000)
  const program = temple()
  const { page: counter } = await Office.open(browser, watch, program, 'counter')
  const { page } = await Office.open(browser, watch, program, 'ritual', { at: '/admin/print', width: 1280 })
  await expect(page.getByText(t('print.no-runs'))).toBeVisible()
  await expectAccessible(page, 'no run yet')
  await saveScreenshot(page, 'none-en-1280')
  await page.getByRole('link', { name: t('office.new-run') }).click()
  // The demonstration's hall can be printed before there is any list.
  await expect(page.getByLabel(t('print.what-source'))).toBeVisible()

  const list = await listOf(page, counter, program, ['欧阳', '林', '黄', '吴', '𤦹'])
  await page.goto('/admin/print/run-new')
  await page.getByRole('button', { name: t('print.next') }).click()
  await expect(page.getByText(t('fault.required'))).toBeVisible()
  await expect(page.getByLabel(t('print.what-source'))).toBeFocused()

  // The list's page links here. All of it works by keyboard.
  await page.goto(`/admin/print/run-new?list=${list.id}`)
  await expect(page.getByRole('radio', { name: new RegExp(`^${t('print.kind-one-tablet')}`) })).toBeChecked()
  await expectAccessible(page, 'what is printed')
  await saveScreenshot(page, 'what-en-1280')
  await page.getByLabel(t('print.offset-x')).fill('40')
  await expect(page.getByText(t('fault.layout-offset'))).toBeVisible()
  await page.getByLabel(t('print.offset-x')).fill('0.5')
  await page.getByRole('button', { name: t('print.next') }).focus()
  await page.keyboard.press('Enter')

  await expect(page.getByText(t('print.left-title', { count: 1 }))).toBeVisible()
  await expect(page.getByText('U+249B9')).toBeVisible()
  await expectAccessible(page, 'the checks')
  await saveScreenshot(page, 'checks-en-1280')
  await page.getByRole('checkbox', { name: t('print.boxes') }).check()
  await expect(page.getByText(t('print.checks-fine'))).toBeVisible()
  await page.getByRole('checkbox', { name: t('print.boxes') }).uncheck()
  await expect(page.getByText(t('print.left-title', { count: 1 }))).toBeVisible()
  await page.getByRole('button', { name: t('print.next') }).click()

  await expect(page.getByRole('img', { name: t('print.proof-alt') })).toBeVisible()
  await expectAccessible(page, 'the first sheet')
  await saveScreenshot(page, 'proof-en-1280')
  const proof = page.waitForEvent('download')
  await page.getByRole('button', { name: t('print.proof-pdf') }).click()
  expect((await proof).suggestedFilename()).toBe('proof.pdf')
  await page.getByRole('button', { name: t('print.make') }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    t('print.run-of', { kind: t('print.kind-one-tablet'), no: 1 }),
  )
  await expect(page.getByText(t('print.run-ready'))).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('img', { name: t('print.sheet-alt', { no: 1 }) })).toBeVisible()
  await page.getByRole('button', { name: t('print.sheet-after') }).click()
  await expect(page.getByRole('img', { name: t('print.sheet-alt', { no: 2 }) })).toBeVisible()
  await expectAccessible(page, 'a run to confirm')
  await saveScreenshot(page, 'ready-en-1280')
  const whole = page.waitForEvent('download')
  await page.getByRole('link', { name: /PDF/ }).click()
  expect((await whole).suggestedFilename()).toBe('tablet-1.pdf')

  // A name is corrected while its sheet is being printed; the other sheet is spoiled.
  const entries = await list.entries()
  const third = entries[2]
  if (!third) throw new Error('no third entry')
  await ask(page, program, `/api/admin/entry/${third.id}/correct`, {
    revision: third.revision,
    text: { ...third.text, surname: '王' },
    reason: 'typed-wrong',
    right: true,
  })
  await page.getByRole('button', { name: t('print.accept-send') }).click()
  await expect(page.getByText(t('print.accept-choose'))).toBeVisible()
  await page.getByRole('radio', { name: t('print.accept-some') }).check()
  await page.getByLabel(t('print.accept-which')).fill('3')
  await page.getByRole('button', { name: t('print.accept-send') }).click()
  await expect(page.getByText(t('fault.run-sheets', { max: 2 }))).toBeVisible()
  await expectAccessible(page, 'a sheet that is not there')
  await page.getByLabel(t('print.accept-which')).fill('1')
  await page.getByRole('button', { name: t('print.accept-send') }).click()
  await expect(page.getByText(t('print.accepted-toast', { count: 1 }))).toBeVisible()
  await expect(page.getByText(t('print.outcome-text-stale'))).toBeVisible()
  await expectAccessible(page, 'a run that is confirmed')
  await saveScreenshot(page, 'accepted-en-1280')

  await page.getByRole('link', { name: new RegExp(t('print.outcome-spoiled')) }).click()
  await page.getByRole('button', { name: t('print.reprint-spoiled', { count: 2 }) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    t('print.run-of', { kind: t('print.kind-one-tablet'), no: 2 }),
  )
  await expect(page.getByText(t('print.run-ready'))).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: t('print.run-cancel') }).click()
  await expectAccessible(page, 'cancelling a run')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('print.run-cancel') })
    .click()
  await expect(page.getByText(t('print.run-cancelled')).first()).toBeVisible()

  // A colleague has already printed the same names: the run and its creator are shown before printing.
  await ask(page, program, '/api/admin/run', {
    source: 'ceremony',
    sourceId: list.id,
    kind: 'tablet',
    layoutKey: 'tablet-ten',
    which: 'ready',
    sort: 'number',
  })
  await page.goto(`/admin/print/run-new?list=${list.id}`)
  await page.getByRole('button', { name: t('print.next') }).click()
  await expect(page.getByText(t('print.checks-none'))).toBeVisible()
  await expect(page.getByText(t('print.left-in-another-run', { no: 3, who: 'Ritual' })).first()).toBeVisible()
  await saveScreenshot(page, 'in-another-run-en-1280')

  // A name list to read out, and the same in Chinese on a narrow screen.
  await page.getByRole('button', { name: t('print.back') }).click()
  await page.getByRole('radio', { name: new RegExp(`^${t('print.kind-one-list')}`) }).check()
  await page.getByRole('button', { name: '简体中文' }).click()
  await page.setViewportSize({ width: 820, height: 1100 })
  await expect(page.getByRole('heading', { level: 1, name: zh('office.new-run') })).toBeVisible()
  await expectNoSidewaysScroll(page, 'a new run at 820 pixels')
  await saveScreenshot(page, 'what-zh-820')
  await page.getByRole('button', { name: zh('print.next') }).click()
  await expect(page.getByText(zh('print.checks-rows', { count: 5 }))).toBeVisible()
  await page.getByRole('button', { name: zh('print.next') }).click()
  await page.getByRole('button', { name: zh('print.make-list') }).click()
  await expect(page.getByText(zh('print.run-list-ready'))).toBeVisible({ timeout: 30_000 })
  await expectNoSidewaysScroll(page, 'a run at 820 pixels')
  await expectAccessible(page, 'a list in Chinese')
  await saveScreenshot(page, 'list-zh-820')
  await page.goto('/admin/print')
  await expect(page.getByRole('listitem').filter({ hasText: '冬至祭祖法会' })).toHaveCount(4)
  await expectNoSidewaysScroll(page, 'the print room at 820 pixels')
  await expectAccessible(page, 'the print room in Chinese')
  await saveScreenshot(page, 'runs-zh-820')

  // The export requires the password again.
  await page.getByRole('link', { name: zh('office.print-export') }).click()
  await page.getByRole('button', { name: zh('print.export-send') }).click()
  await expect(page.getByText(zh('fault.required'))).toBeVisible()
  await page.getByLabel(zh('common.field.your-password')).fill('temple-office-2026')
  await page.evaluate(() => window.scrollTo(0, 0)) // axe reports controls that the sticky bar covers in part as too small
  await expectAccessible(page, 'taking a list away')
  await saveScreenshot(page, 'export-zh-820')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: zh('print.export-send') }).click()
  expect((await file).suggestedFilename()).toBe('list.xlsx')
})

test('print layouts are previewed, changed and saved as versions', async ({ browser, watch, saveScreenshot }) => {
  test.setTimeout(120_000)
  const program = temple()
  const { page } = await Office.open(browser, watch, program, 'ritual', {
    at: '/admin/print?tab=layouts',
    width: 1280,
  })
  await expect(page.getByRole('heading', { name: t('print.kind-petition') })).toBeVisible()
  await expectAccessible(page, 'the layouts')
  await saveScreenshot(page, 'print-layouts-en-1280')
  await page.getByRole('link', { name: /Tablets, two on A4/ }).click()
  await expect(page.getByRole('img', { name: t('print.look') })).toBeVisible()
  await page.getByRole('radio', { name: t('print.ground-paper') }).check()
  await page.getByLabel(t('print.offset-x')).fill('abc')
  await page.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByText(t('fault.layout-offset')).first()).toBeVisible()
  await expectAccessible(page, 'a layout with a wrong offset')
  await page.getByLabel(t('print.offset-x')).fill('-1.5')
  await page.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByText(t('print.version', { version: 2 }), { exact: true })).toBeVisible()
  await saveScreenshot(page, 'print-layout-en-1280')
  await page.goto('/admin/print/petition')
  await expect(page.getByRole('img', { name: t('print.look') })).toBeVisible()
  await page.getByRole('button', { name: '简体中文' }).click()
  await page.setViewportSize({ width: 820, height: 1100 })
  await page.getByLabel(zh('print.petition-text')).fill('{nobody}')
  await page.getByRole('button', { name: zh('common.save') }).click()
  await expect(page.getByText(zh('fault.petition-variable')).first()).toBeVisible()
  await expectNoSidewaysScroll(page, 'a petition at 820 pixels')
  await expectAccessible(page, 'a petition with an unknown variable')
  await saveScreenshot(page, 'print-petition-zh-820')
})
