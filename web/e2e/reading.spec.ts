import type { BrowserContext, Page } from '@playwright/test'
import { answered } from './harness/calls.ts'
import { Office } from './harness/office.ts'
import type { Program } from './harness/program.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')
const zh = wordsOf('zh')

// The menu polls every minute, which fails without a network.
test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED/ })

const temple = ownTemple()

const families = [
  ['Goh Kok Keong', '吴', ['吴国强', '陈𠮷祥']],
  ['Ouyang Boon Hwee', '欧阳', ['欧阳文辉', '欧阳嘉欣', '欧阳俊杰', '郑雅雯', 'Mary Ouyang']],
  ['Chan Wing', '曾', ['曾国华', '单志强', '任美玲']],
  ['Hua Mei Ling', '华', ['华美玲']],
  ['Foo Kian Seng', '符', ['符建成']],
] as const

/**
 * A ceremony of two sittings with a name of each family, created through the API; the last name is in the second
 * sitting.
 */
async function prepare(ritual: Page, counter: Page, program: Program): Promise<string> {
  const send = async (page: Page, path: string, data: object) => {
    const answer = await page.request.post(path, {
      headers: { 'Idempotency-Key': crypto.randomUUID(), Origin: program.url },
      data,
    })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()) as { id: string }
  }
  const option = await counter.evaluate(async () => {
    const answer = await fetch('/api/admin/catalogue/winter-solstice')
    const offering = (await answer.json()) as { id: string; options: { id: string; key: string }[] }
    return { offeringId: offering.id, optionId: offering.options.find(({ key }) => key === 'family')?.id }
  })
  const place = { en: 'Lotus Hall', zh: '莲池殿' }
  const ceremony = await send(ritual, '/api/admin/ceremony', {
    title: { en: 'Winter solstice prayer for ancestors', zh: '冬至祭祖法会' },
    gathers: 'bought',
    script: 'hans',
    paper: false,
    sittings: [
      { startsAt: '2027-12-22T02:00:00Z', endsAt: '2027-12-22T04:00:00Z', place },
      { startsAt: '2027-12-22T06:00:00Z', endsAt: '2027-12-22T08:00:00Z', place },
    ],
    sources: [{ offeringId: option.offeringId, kind: 'ancestors' }],
  })
  for (const [payer, surname, dedicators] of families)
    await send(counter, '/api/admin/walk-in', {
      locale: 'zh',
      payer: { name: payer },
      items: [
        { ...option, quantity: 1, form: { surname, dedicators: dedicators.map((chineseName) => ({ chineseName })) } },
      ],
      paymentAmount: 5000,
      method: 1,
      amountReceived: 5000,
    })
  const list = await ritual.request.get(`/api/admin/ceremony/${ceremony.id}/entry`)
  const { items } = (await list.json()) as { items: { id: string }[] }
  await send(ritual, `/api/admin/ceremony/${ceremony.id}/sitting`, { sitting: 2, entries: [items.at(-1)?.id] })
  return ceremony.id
}

/** The messages of the other language load with the office; the reading list is closed for that, and opened again. */
async function switchTo(page: Page, words: typeof t, language: string, back: typeof t) {
  await page.getByRole('button', { name: words('ceremonies.read-close') }).click()
  await page.getByRole('button', { name: language }).click()
  await page.getByRole('link', { name: back('ceremonies.read'), exact: true }).click()
}

test('a reading list opened on a tablet works without network', async ({ browser, watch, saveScreenshot }) => {
  test.setTimeout(180_000)
  const program = temple()
  const { page } = await Office.open(browser, watch, program, 'ritual', { width: 820 })
  const { page: counter } = await Office.open(browser, watch, program, 'counter')
  const id = await prepare(page, counter, program)
  const context: BrowserContext = page.context()
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`/admin/ceremonies/${id}`)
  await page.getByRole('link', { name: t('ceremonies.read'), exact: true }).click()
  const current = page.getByRole('dialog').locator('[aria-current="step"]')
  await expect(current).toContainText('吴门堂上历代祖先')
  await expect(page.getByText(/^All 5 names have been on this device since /)).toBeVisible()
  await expectAccessible(page, 'the reading list')
  await saveScreenshot(page, 'reading-820')

  // The network is cut; pinyin, not used before, is still available.
  await answered(page)
  await context.setOffline(true)
  const next = page.getByRole('button', { name: t('ceremonies.read-next'), exact: true })
  await next.click()
  await expect(current).toContainText('欧阳门堂上历代祖先')
  await page.getByRole('button', { name: t('ceremonies.read-pinyin') }).click()
  await expect(page.getByText(t('ceremonies.read-pinyin-help'))).toBeVisible()
  await expect(current.getByText('ōu', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('PageDown') // as a page-turner pedal sends it
  await expect(current.locator('rt')).toContainText(['zēng', 'mén'])
  await expect(current.getByText('shàn', { exact: true })).toBeVisible()
  await expect(current.getByText('rén', { exact: true })).toBeVisible()
  await expect(current.getByText('huá', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the reading list with pinyin')
  await expectNoSidewaysScroll(page, 'the reading list with pinyin')
  await saveScreenshot(page, 'reading-pinyin-820')
  await page.getByRole('button', { name: t('ceremonies.read-again'), exact: true }).click()
  await expect(page.getByText(/^Could not be loaded\. These are the names of/)).toBeVisible()
  await saveScreenshot(page, 'reading-offline-820')

  // Clicking the current name goes on; clicking another name goes there; the entry number works too, also for a missing
  // number.
  await current.getByRole('button').click()
  await expect(current).toContainText('0004')
  await page.getByRole('button', { name: /^0001/ }).click()
  await expect(current).toContainText('0001')
  await page.keyboard.press('ArrowUp')
  await expect(current).toContainText('0001')
  const number = page.getByRole('textbox', { name: t('ceremonies.read-no') })
  await number.fill('5')
  await number.press('Enter')
  await expect(page.getByText(t('ceremonies.read-no-such', { no: '0005' }))).toBeVisible()
  await number.fill('4')
  await number.press('Enter')
  await expect(current).toContainText('0004')

  // The end of the sitting, and the next one.
  await next.click()
  await expect(page.getByRole('list').getByText(t('ceremonies.read-end'))).toBeVisible()
  await expect(next).toBeDisabled()
  await saveScreenshot(page, 'reading-end-820')
  await page.getByRole('button', { name: t('ceremonies.read-go-on', { no: 2 }) }).click()
  await expect(current).toContainText('0005')
  await page.getByRole('combobox', { name: t('ceremonies.sittings') }).selectOption('1')
  await expect(page.getByRole('list').getByText(t('ceremonies.read-end'))).toBeVisible()
  await page.getByRole('button', { name: t('ceremonies.read-previous'), exact: true }).click()
  await page.getByRole('button', { name: t('ceremonies.read-previous'), exact: true }).click()
  await expect(current).toContainText('0003')

  // The browser unloaded the page while the tablet slept: it resumes at the same name.
  await context.setOffline(false)
  await page.reload()
  await expect(current).toContainText('0003')
  await expect(current.getByText('zēng', { exact: true }).first()).toBeVisible()

  // The largest names, large text, a light hall, both languages and widths.
  await page.getByRole('button', { name: t('ceremonies.read-larger') }).click()
  await page.getByRole('button', { name: t('ceremonies.read-larger') }).click()
  await expect(page.getByRole('button', { name: t('ceremonies.read-larger') })).toBeDisabled()
  await page.evaluate(() => document.documentElement.setAttribute('data-size', '3'))
  await expect(current).toBeInViewport()
  await expectNoSidewaysScroll(page, 'the largest names in large text')
  await expectAccessible(page, 'the largest names in large text')
  await saveScreenshot(page, 'reading-large-820')
  await page.evaluate(() => document.documentElement.removeAttribute('data-size'))
  await switchTo(page, t, '简体中文', zh)
  await expect(current).toContainText('0003')
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(current).toBeInViewport({ ratio: 0.9 })
  await expectAccessible(page, 'the reading list in Chinese', 'zh')
  await saveScreenshot(page, 'reading-zh-1280')
  await page.getByRole('button', { name: zh('ceremonies.read-dark') }).click()
  await expectAccessible(page, 'the reading list by day')
  await saveScreenshot(page, 'reading-light-zh-1280')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: '冬至祭祖法会' })).toBeVisible()

  // Counter staff can see the name list, but have no reading list.
  await counter.goto(`/admin/ceremonies/${id}?read`)
  await expect(counter.getByText(t('ceremonies.read-only'))).toBeVisible()
  await expect(counter.getByRole('dialog')).toHaveCount(0)
})
