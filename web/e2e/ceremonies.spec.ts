import { request as requests, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { Office } from './harness/office.ts'
import { photograph } from './harness/pictures.ts'
import type { Program } from './harness/program.ts'
import { logIn, newKey, staffPassword } from './harness/setup.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const t = wordsOf('en')

// Own temple, since other tests do not expect this list. The log has a refused second writer.
const temple = ownTemple()
test.use({ allowedErrors: /status of 400/ })

type Watch = (context: BrowserContext) => void

/** Sells tablets for ancestors for cash at the counter. */
async function sell(page: Page, program: Program, payer: string, surname: string, dedicators: string[], quantity = 1) {
  const option = await page.evaluate(async () => {
    const answer = await fetch('/api/admin/catalogue/winter-solstice')
    const offering = (await answer.json()) as { id: string; options: { id: string; key: string }[] }
    return { offeringId: offering.id, optionId: offering.options.find(({ key }) => key === 'family')?.id }
  })
  const sold = await page.request.post('/api/admin/walk-in', {
    headers: { 'Idempotency-Key': crypto.randomUUID(), Origin: program.url },
    data: {
      locale: 'zh',
      payer: { name: payer, email: `${payer.toLowerCase().replaceAll(' ', '.')}@family.example` },
      items: [
        { ...option, quantity, form: { surname, dedicators: dedicators.map((chineseName) => ({ chineseName })) } },
      ],
      paymentAmount: 5000 * quantity,
      method: 1,
      amountReceived: 5000 * quantity,
    },
  })
  expect(sold.status(), await sold.text()).toBe(200)
}

/** Creates the winter solstice ceremony in its form, which only prints a reading list. */
async function makeCeremony(page: Page) {
  await page
    .getByRole('button', { name: t('ceremonies.new') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('ceremonies.new') }).click()
  await expect(dialog.getByText(t('fault.required')).first()).toBeVisible()
  await expectAccessible(page, 'a new ceremony with what is missing')
  await dialog.getByLabel(t('ceremonies.title-en')).fill('Winter solstice prayer for ancestors')
  await dialog.getByLabel(t('ceremonies.title-zh')).fill('冬至祭祖法会')
  await dialog
    .getByLabel(t('office.field.offering'), { exact: true })
    .selectOption({ label: `Winter solstice prayer for ancestors · ${t('ceremonies.all-of')}` })
  await dialog.getByLabel(t('ceremonies.kind')).selectOption('ancestors')
  await dialog.getByLabel(t('ceremonies.starts')).fill('2027-12-22T10:00')
  await dialog.getByLabel(t('ceremonies.ends')).fill('2027-12-22T12:00')
  await dialog.getByLabel(new RegExp(`^${t('ceremonies.place-en')}`)).fill('Lotus Hall')
  await dialog.getByLabel(new RegExp(`^${t('ceremonies.place-zh')}`)).fill('莲池殿')
  await dialog.getByRole('button', { name: t('ceremonies.add-sitting') }).click()
  await dialog.getByLabel(t('ceremonies.starts')).nth(1).fill('2027-12-22T14:00')
  await dialog.getByLabel(t('ceremonies.ends')).nth(1).fill('2027-12-22T16:00')
  await dialog.getByLabel(t('ceremonies.paper')).uncheck()
  await dialog.getByRole('button', { name: t('ceremonies.new') }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Winter solstice prayer for ancestors' })).toBeVisible()
}

async function inChinese(page: Page, name: string) {
  await page.getByRole('button', { name: '简体中文' }).click()
  await page.setViewportSize({ width: 820, height: 1100 })
  await expectNoSidewaysScroll(page, name)
  await expectAccessible(page, `${name} in Chinese`, 'zh')
  await page.getByRole('button', { name: 'English' }).click()
  await page.setViewportSize({ width: 1280, height: 900 })
}

async function open(browser: Browser, watch: Watch, program: Program) {
  const { page } = await Office.open(browser, watch, program, 'ritual', { at: '/admin/ceremonies', width: 1280 })
  return page
}

test('names of a ceremony’s list are checked by keyboard, marked as offered, unmarked, and marked again', async ({
  browser,
  watch,
  saveScreenshot,
}) => {
  test.setTimeout(180_000)
  const program = temple()
  const page = await open(browser, watch, program)
  await expect(page.getByText(t('ceremonies.none'), { exact: true })).toBeVisible()
  await expectAccessible(page, 'no ceremony yet')
  const { page: counter } = await Office.open(browser, watch, program, 'counter')
  await sell(counter, program, 'Goh Kok Keong', '吴', ['吴国强', '陈𠮷祥'])
  await makeCeremony(page)
  await expect(page.getByRole('cell', { name: '吴门堂上历代祖先', exact: true })).toBeVisible({ timeout: 20_000 })
  await sell(counter, program, 'Ouyang Boon Hwee', '欧阳', [
    '欧阳文辉',
    '欧阳嘉欣',
    '欧阳俊杰',
    '郑雅雯',
    'Mary Ouyang',
    '欧阳𠮷安',
  ])
  await sell(counter, program, 'Foo Kian Seng', '符', ['符建成'], 2)
  await page.reload()
  await expect(page.getByRole('link', { name: /^0004 / })).toBeVisible()
  await expect(page.getByText(t('ceremonies.same', { count: 1 }))).toHaveCount(2)
  await expectAccessible(page, 'the list')
  await saveScreenshot(page, 'ceremony-1280')
  await inChinese(page, 'ceremony')

  // Entries with warnings first, by keyboard.
  await page.getByRole('link', { name: t('ceremonies.check') }).click()
  const first = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(first).toContainText(t('ceremonies.entry-no', { no: '0001' }))
  await expect(first).toBeFocused()
  await expect(page.getByRole('img', { name: /吴门堂上历代祖先/ })).toBeVisible()
  await expectAccessible(page, 'checking')
  await saveScreenshot(page, 'checking-1280')
  await inChinese(page, 'checking')
  await page.keyboard.press('a')
  await expect(page.getByText(t('ceremonies.ask-noted'))).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByLabel(t('ceremonies.surname'))).toBeFocused()

  // A colleague corrects the same name meanwhile: both texts are shown side by side, and neither is lost.
  const other = await open(browser, watch, program)
  await other.goto(page.url())
  await expect(other.getByRole('main').getByRole('heading', { level: 2 })).toBeFocused()
  await other.keyboard.press('e')
  await other.getByLabel(t('ceremonies.surname')).fill('吳')
  await other.keyboard.press('Enter')
  await expect(other.getByText(t('ceremonies.correction-saved'))).toBeVisible()
  await page.getByLabel(t('ceremonies.name-no', { no: 2 })).fill('陈吉祥')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('ceremonies.both-text'))).toBeVisible()
  await expect(page.getByText('吳门堂上历代祖先').first()).toBeVisible()
  await expectAccessible(page, 'two corrections of one name')
  await saveScreenshot(page, 'checking-both-1280')
  await page.getByRole('button', { name: t('ceremonies.save-mine') }).click()
  await page.getByLabel(t('ceremonies.reason')).selectOption('rare-character')
  await page.getByRole('button', { name: t('ceremonies.save-correction') }).click()
  await expect(page.getByText(t('ceremonies.correction-saved'))).toBeVisible()
  const history = page.getByRole('region', { name: t('ceremonies.as-typed') })
  await expect(history.getByRole('deletion')).toHaveCount(2)
  await expect(history.getByText('吳门堂上历代祖先').first()).toBeVisible()
  await expect(history.getByText('陈吉祥')).toBeVisible()
  await saveScreenshot(page, 'checking-history-1280')

  // The other names, without the mouse.
  await expect(first).toContainText(t('ceremonies.state-checked'))
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(first).toContainText('0002')
  await page.keyboard.press('ArrowLeft')
  await expect(first).toContainText('0001')
  await page.keyboard.press('ArrowRight')
  await expect(first).toContainText('0002')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('ceremonies.all-looked-at'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('ceremonies.check-all', { count: 2 }) })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(first).toContainText('0003')
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(first).toContainText('0004')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('ceremonies.all-checked'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('office.field.list') })).toBeFocused()
  await page.keyboard.press('Enter')

  // The list is closed by hand; an order after that needs a decision.
  await page.getByRole('button', { name: t('ceremonies.close') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(t('ceremonies.close-ask'))).toBeVisible()
  await dialog.getByRole('button', { name: t('ceremonies.close') }).click()
  await expect(page.getByText(t('ceremonies.closed')).first()).toBeVisible()
  await program.advance('1m')
  await sell(counter, program, 'Lim Jia Xin', '林', ['林嘉欣'])
  await page.goto('/admin/today')
  await expectAccessible(page, 'Today of the ritual staff')
  await saveScreenshot(page, 'today-ritual-1280')
  await page.getByRole('link', { name: t('today.late-names-go') }).click()
  await expect(page.getByText('林门堂上历代祖先')).toBeVisible()
  await expectAccessible(page, 'an order after closing')
  await saveScreenshot(page, 'ceremony-late-1280')
  await page.getByRole('button', { name: t('ceremonies.late-next') }).click()
  await expect(page.getByText(t('fault.no-next-ceremony'))).toBeVisible()
  await page.getByRole('button', { name: t('ceremonies.late-in') }).click()
  await expect(page.getByText(t('ceremonies.after-closing-none'))).toBeVisible()

  // One name is moved to the afternoon sitting; the morning is marked as offered.
  await page.getByRole('link', { name: new RegExp(`^${t('ceremonies.tab-all')} `) }).click()
  await page.getByRole('checkbox', { name: /^0004 / }).check()
  await page.getByRole('button', { name: t('ceremonies.move-sitting') }).click()
  await dialog.getByText(t('ceremonies.sitting', { no: 2 })).click()
  await expectAccessible(page, 'moving a name')
  await dialog.getByRole('button', { name: t('ceremonies.move-sitting') }).click()
  await expect(page.getByText(t('ceremonies.moved-sitting'))).toBeVisible()
  const mark = async (photo: boolean) => {
    await page.getByRole('button', { name: t('ceremonies.done-go') }).click()
    await expect(dialog.getByText(t('ceremonies.done-ask', { count: 4 }))).toBeVisible()
    await expect(dialog.getByText(t('ceremonies.done-families', { count: 4 }))).toBeVisible()
    if (photo) {
      await dialog.locator('input[type=file]').setInputFiles(await photograph(page.context(), 'hall', 'altar.jpg'))
      await expect(dialog.getByText(t('ceremonies.done-photo-is'))).toBeVisible({ timeout: 20_000 })
      await dialog.getByLabel(t('ceremonies.done-words-zh')).fill('阿弥陀佛')
      await dialog.getByText(t('ceremonies.done-letter')).click()
      await expect(dialog.getByText(/佛坛照片/)).toBeVisible()
      await expect(dialog.getByText(/阿弥陀佛/).first()).toBeVisible()
      await expectAccessible(page, 'marking as offered')
      await saveScreenshot(page, 'done-1280')
    }
    await dialog.getByRole('button', { name: t('ceremonies.done-go') }).click()
    await expect(page.getByRole('button', { name: t('common.undo') })).toBeVisible()
  }
  await mark(false)
  await saveScreenshot(page, 'ceremony-done-1280')
  await page.getByRole('button', { name: t('common.undo') }).click()
  await expect(page.getByText(t('ceremonies.done-taken-back'))).toBeVisible()
  await mark(true)
  await counter.goto('about:blank') // the counter's login ends meanwhile, and its page polls
  await program.advance('31m')
  const letter = await program.mailbox.mailTo('foo.kian.seng@family.example', '冬至祭祖法会已圆满')
  expect(letter.text).toContain('/media/')
  expect(letter.text).toContain('阿弥陀佛')
  // Half an hour later the session has expired, so the user logs in again.
  const later = await open(browser, watch, program)
  await later.goto(page.url())
  await expect(later.getByText(t('ceremonies.done-told'))).toBeVisible()
  await expect(later.getByRole('button', { name: t('common.undo') })).toHaveCount(0)
  const photo = await later.request.get(/\/media\/[\w-]+\/photo/.exec(letter.text)?.[0] ?? '/nothing')
  expect(photo.headers()['content-type']).toMatch(/^image\//)

  await later.goto('/admin/ceremonies')
  await expect(later.getByRole('link', { name: 'Winter solstice prayer for ancestors' })).toBeVisible()
  await expectAccessible(later, 'the ceremonies')
  await saveScreenshot(later, 'ceremonies-1280')
  await inChinese(later, 'ceremonies')
  await later.setViewportSize({ width: 360, height: 740 })
  await later.evaluate(() => document.documentElement.setAttribute('data-size', '3'))
  await expectNoSidewaysScroll(later, 'the ceremonies in large text at 360 pixels')
  await later.getByRole('link', { name: 'Winter solstice prayer for ancestors' }).click()
  await expect(later.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoSidewaysScroll(later, 'a list in large text at 360 pixels')
  await saveScreenshot(later, 'ceremony-360-large')
})

/** A list for an offering that no test sells. */
async function makeEmptyList(program: Program) {
  const ritual = await requests.newContext({ baseURL: program.url })
  await logIn(ritual, 'ritual@temple.example', staffPassword)
  const offering = (await (await ritual.get('/api/offering/peace')).json()) as { id: string }
  const place = { en: 'Lotus Hall', zh: '莲池殿' }
  const answer = await ritual.post('/api/admin/ceremony', {
    headers: newKey(),
    data: {
      title: { en: 'Prayer of the new year', zh: '新年祈福法会' },
      gathers: 'bought',
      script: 'hans',
      paper: false,
      sittings: [{ startsAt: '2027-12-22T02:00:00Z', endsAt: '2027-12-22T04:00:00Z', place }],
      sources: [{ offeringId: offering.id, kind: 'lamp' }],
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await ritual.dispose()
}

test('counter staff can read a name list but not change it', async ({ browser, watch }) => {
  const program = temple()
  await makeEmptyList(program)
  const { page } = await Office.open(browser, watch, program, 'counter', { at: '/admin/ceremonies', shift: false })
  await expect(page.getByRole('button', { name: t('ceremonies.new') })).toHaveCount(0)
  await page.getByRole('link', { name: 'Prayer of the new year' }).click()
  await expect(page.getByText(t('ceremonies.read-only'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('ceremonies.close') })).toHaveCount(0)
  await expect(page.getByText(t('ceremonies.none-in-list'))).toBeVisible()
  await page.goto('/admin/ceremonies?which=refund')
  await expect(page.getByText(t('ceremonies.refund-none'))).toBeVisible()
  await expectAccessible(page, 'nothing to refund')
})
