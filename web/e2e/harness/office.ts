import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import type { Person } from './devotee.ts'
import { newStaff } from './member.ts'
import type { Program } from './program.ts'
import { logIn, openShift, staffPassword } from './setup.ts'
import { wordsOf, type Locale } from './words.ts'

const t = wordsOf('en')

type Role = 'treasurer' | 'counter' | 'editor' | 'ritual' | 'admin'

/** What each role works on most. */
const areas: Record<Role, string> = {
  treasurer: '/admin/payments',
  counter: '/admin/counter',
  editor: '/admin/pages',
  ritual: '/admin/halls',
  admin: '/admin/today',
}

type Seat = {
  /** The area that is opened; with '' none is, for whoever needs an address that is not known yet. */
  at?: string
  /** Whether a shift is opened, unless there is one: by default for who takes money. */
  shift?: boolean
  /** Somebody whom no other test meets: with a shift, and with sales, of their own. */
  own?: boolean
  width?: number
  /** The language in which the office opens; English by default. */
  locale?: Locale
}

/** Somebody of the office at a desk of their own. */
export class Office {
  readonly page: Page

  private constructor(page: Page) {
    this.page = page
  }

  /** The office in a page that is logged in. */
  static at(page: Page): Office {
    return new Office(page)
  }

  /** Logs in by a call, and opens one area: `office.spec.ts` goes through the pages of the login. */
  static async open(
    browser: Browser,
    watch: (context: BrowserContext) => void,
    program: Program,
    role: Role,
    seat: Seat = {},
  ): Promise<Office> {
    const {
      at = areas[role],
      shift = role === 'counter' || role === 'treasurer',
      width = 1440,
      locale,
      own = false,
    } = seat
    const context = await browser.newContext({
      baseURL: program.url,
      viewport: { width, height: 900 },
      locale: locale === 'zh' ? 'zh-SG' : 'en-SG',
    })
    watch(context)
    if (own) await newStaff(context.request, program, role)
    else await logIn(context.request, `${role}@temple.example`, staffPassword)
    if (shift) await openShift(context.request)
    const page = await context.newPage()
    if (at) await page.goto(at)
    return new Office(page)
  }

  /** From the queue, by the reference. */
  async openPayment(reference: string) {
    await expect(this.page.getByRole('heading', { level: 1, name: t('office.area-payments') })).toBeVisible()
    await this.page.getByRole('searchbox').fill(reference)
    await this.page.getByRole('searchbox').press('Enter')
    // The list leaves the reference out: what was looked for is the one row that is left.
    const rows = this.page
      .getByRole('main')
      .getByRole('row')
      .filter({ has: this.page.getByRole('link') })
    await expect(rows).toHaveCount(1)
    await rows.getByRole('link').click()
  }

  /** Amounts, reference, payer and the picture stand beside each other. */
  async expectPayment(expected: { reference: string; amount: string; person: Person }) {
    const main = this.page.getByRole('main')
    const amounts = main.getByRole('row').filter({ hasText: t('office.amount') })
    await expect(amounts.getByRole('cell')).toContainText([expected.amount, expected.amount])
    await expect(main.getByText(expected.reference, { exact: true }).first()).toBeVisible()
    await expect(main.getByText(expected.person.chineseName, { exact: true }).first()).toBeVisible()
    await expectLoaded(main.getByRole('img', { name: t('invoice.picture', { count: 1 }) }))
  }

  /** By one press; the desk goes on to the next, or to the list. */
  async approve(amount = 'S$88.00') {
    const panel = this.page.getByRole('region', { name: t('office.decision') })
    const button = panel.getByRole('button', { name: t('office.approve', { amount }) })
    await expect(button).not.toHaveAttribute('aria-disabled', 'true') // the picture has been looked at
    await button.click()
    await expect(this.page.getByRole('status', { name: t('office.key-undo') })).toContainText(
      t('desk.did-approved', { amount }),
    )
  }

  /** Approves with the amount that has arrived in the bank account. */
  async approvePart(dollars: string) {
    await this.page.getByRole('button', { name: t('desk.other-amount') }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: t('office.received-other') }).check()
    await dialog.getByLabel(t('office.received-field')).fill(dollars)
    await dialog.getByRole('button', { name: t('office.approve', { amount: `S$${dollars}` }) }).click()
    await expect(dialog).toBeHidden()
  }

  /** Rejects for a reason (the last part of payment.reason.…) with words of one's own. */
  async reject(reason: string, note: string) {
    await this.page.getByRole('button', { name: t('office.reject'), exact: true }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: t(`payment.reason.${reason}`) }).check()
    await dialog.getByLabel(t('office.note')).fill(note)
    await dialog.getByRole('button', { name: t('office.reject-do') }).click()
    const panel = this.page.getByRole('region', { name: t('office.decision') })
    await expect(panel.getByText(t('office.is-rejected'), { exact: true })).toBeVisible()
  }

  /** Takes the last decision back, within its half minute. */
  async undo() {
    await this.page
      .getByRole('status', { name: t('office.key-undo') })
      .getByRole('button', { name: new RegExp(`^${t('office.undo')}`) })
      .click()
    await expect(this.page.getByRole('button', { name: t('office.reject'), exact: true })).toBeVisible()
  }

  /** Finds an order at the counter as the scanner does: the reference and Enter. */
  async findOrder(reference: string) {
    await this.page.getByRole('searchbox').fill(reference)
    await this.page.getByRole('searchbox').press('Enter')
    await expect(this.page.getByRole('main').getByText(reference, { exact: true })).toBeVisible()
  }

  /** On the first screen of a walk-in: types a part of its name, presses the offering and then its option. */
  async choose(typed: string, offering: RegExp, option: string) {
    await this.fullForm()
    await this.page.getByRole('searchbox', { name: t('offering.search') }).fill(typed)
    await this.page.getByRole('button', { name: offering }).click()
    await this.page.getByRole('dialog').getByRole('button').filter({ hasText: option }).first().click()
  }

  /** From the quick sale, with which walk-ins open, to the first screen of the full form. */
  async fullForm() {
    await this.page.getByRole('link', { name: t('walkin.way-full'), exact: true }).click()
    await expect(this.page.getByRole('heading', { level: 1, name: t('walkin.step-items') })).toBeVisible()
  }

  /** On to the next screen of a walk-in. */
  async next() {
    await this.page.getByRole('button', { name: t('walkin.next'), exact: true }).click()
  }

  async takeCash(given: string, due: string) {
    await this.page.getByLabel(t('office.given')).fill(given)
    await this.page.getByRole('button', { name: t('office.take', { amount: due }) }).click()
  }

  /** Presses that the order on the screen is given back whole, in cash, for a reason (the last part of orders.reason-…). */
  async refund(amount: string, reason: string, how: 'cash' | 'transfer' = 'cash') {
    await this.page.getByRole('button', { name: t('orders.refund'), exact: true }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: t('orders.refund-whole', { amount }) }).check()
    await dialog.getByRole('radio', { name: t(`orders.refund-${how}`) }).check()
    await dialog.getByRole('radio', { name: t(`orders.reason-${reason}`) }).check()
    await dialog.getByRole('button', { name: t('orders.refund-do', { amount }) }).click()
  }

  /** What the page still asks for is cut, of which nobody needs to hear. */
  async close() {
    await closeQuietly(this.page.context())
  }
}

/** The picture was fetched and decoded. */
export async function expectLoaded(image: Locator) {
  await expect(image).toBeVisible()
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeGreaterThan(500)
}

/** Closes a context without complaints of what its pages still ask for. */
export async function closeQuietly(context: BrowserContext) {
  context.removeAllListeners('console')
  context.removeAllListeners('weberror')
  await context.close()
}
