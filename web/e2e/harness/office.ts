import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import type { Person } from './devotee.ts'
import { newStaff } from './member.ts'
import type { Program } from './program.ts'
import { logIn, openShift, staffPassword } from './setup.ts'
import { wordsOf, type Locale } from './words.ts'

const t = wordsOf('en')

type Role = 'treasurer' | 'counter' | 'editor' | 'ritual' | 'admin'

/** The area that each role uses most. */
const areas: Record<Role, string> = {
  treasurer: '/admin/payments',
  counter: '/admin/counter',
  editor: '/admin/pages',
  ritual: '/admin/halls',
  admin: '/admin/today',
}

type Seat = {
  /** The path to open; '' opens none, for tests that do not know the path yet. */
  at?: string
  /** Whether to open a shift if there is none; by default for roles that take money. */
  shift?: boolean
  /** Creates a user for this test alone, with their own shift and sales. */
  own?: boolean
  width?: number
  /** The language of the office; English by default. */
  locale?: Locale
}

/** An office user with their own browser page. */
export class Office {
  readonly page: Page

  private constructor(page: Page) {
    this.page = page
  }

  /** Wraps a page that is already logged in. */
  static at(page: Page): Office {
    return new Office(page)
  }

  /** Logs in through the API and opens one area; `office.spec.ts` tests the login pages. */
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

  /** Opens a payment from the queue, by its reference. */
  async openPayment(reference: string) {
    await expect(this.page.getByRole('heading', { level: 1, name: t('office.area-payments') })).toBeVisible()
    await this.page.getByRole('searchbox').fill(reference)
    await this.page.getByRole('searchbox').press('Enter')
    // The list does not show the reference: after the search, one row is left.
    const rows = this.page
      .getByRole('main')
      .getByRole('row')
      .filter({ has: this.page.getByRole('link') })
    await expect(rows).toHaveCount(1)
    await rows.getByRole('link').click()
  }

  /** Expects amounts, reference, payer and picture side by side. */
  async expectPayment(expected: { reference: string; amount: string; person: Person }) {
    const main = this.page.getByRole('main')
    const amounts = main.getByRole('row').filter({ hasText: t('office.field.amount') })
    await expect(amounts.getByRole('cell')).toContainText([expected.amount, expected.amount])
    await expect(main.getByText(expected.reference, { exact: true }).first()).toBeVisible()
    await expect(main.getByText(expected.person.chineseName, { exact: true }).first()).toBeVisible()
    await expectLoaded(main.getByRole('img', { name: t('invoice.picture', { count: 1 }) }))
  }

  /** Approves with one click; the desk then opens the next payment, or the list. */
  async approve(amount = 'S$88.00') {
    const panel = this.page.getByRole('region', { name: t('payments.decision') })
    const button = panel.getByRole('button', { name: t('payments.approve', { amount }) })
    await expect(button).not.toHaveAttribute('aria-disabled', 'true') // the picture has been viewed
    await button.click()
    await expect(this.page.getByRole('status', { name: t('office.key-undo') })).toContainText(
      t('payments.did-approved', { amount }),
    )
  }

  /** Approves with the amount that has arrived in the bank account. */
  async approvePart(dollars: string) {
    await this.page.getByRole('button', { name: t('payments.other-amount') }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: t('payments.received-other') }).check()
    await dialog.getByLabel(t('payments.received-field')).fill(dollars)
    await dialog.getByRole('button', { name: t('payments.approve', { amount: `S$${dollars}` }) }).click()
    await expect(dialog).toBeHidden()
  }

  /** Rejects with a reason (the last part of payment.reason.…) and the office's own text. */
  async reject(reason: string, note: string) {
    await this.page.getByRole('button', { name: t('payments.reject'), exact: true }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: t(`payment.reason.${reason}`) }).check()
    await dialog.getByLabel(t('payments.note')).fill(note)
    await dialog.getByRole('button', { name: t('payments.reject-do') }).click()
    const panel = this.page.getByRole('region', { name: t('payments.decision') })
    await expect(panel.getByText(t('payments.is-rejected'), { exact: true })).toBeVisible()
  }

  /** Undoes the last decision, within 30 seconds. */
  async undo() {
    await this.page
      .getByRole('status', { name: t('office.key-undo') })
      .getByRole('button', { name: new RegExp(`^${t('common.undo')}`) })
      .click()
    await expect(this.page.getByRole('button', { name: t('payments.reject'), exact: true })).toBeVisible()
  }

  /** Finds an order at the counter as the scanner does: types the reference and presses Enter. */
  async findOrder(reference: string) {
    await this.page.getByRole('searchbox').fill(reference)
    await this.page.getByRole('searchbox').press('Enter')
    await expect(this.page.getByRole('main').getByText(reference, { exact: true })).toBeVisible()
  }

  /** On the first screen of a walk-in: types part of the name, then chooses the offering and its option. */
  async choose(typed: string, offering: RegExp, option: string) {
    await this.fullForm()
    await this.page.getByRole('searchbox', { name: t('offering.search') }).fill(typed)
    await this.page.getByRole('button', { name: offering }).click()
    await this.page.getByRole('dialog').getByRole('button').filter({ hasText: option }).first().click()
  }

  /** From the quick sale, with which walk-ins start, to the first screen of the full form. */
  async fullForm() {
    await this.page.getByRole('link', { name: t('counter.way-full'), exact: true }).click()
    await expect(this.page.getByRole('heading', { level: 1, name: t('walk-in.step-items') })).toBeVisible()
  }

  /** Goes to the next screen of a walk-in. */
  async next() {
    await this.page.getByRole('button', { name: t('walk-in.next'), exact: true }).click()
  }

  async takeCash(given: string, due: string) {
    await this.page.getByLabel(t('office.given')).fill(given)
    await this.page.getByRole('button', { name: t('office.take', { amount: due }) }).click()
  }

  /** Refunds the whole order on the screen, with a reason (the last part of orders.reason-…). */
  async refund(amount: string, reason: string, how: 'cash' | 'transfer' = 'cash') {
    await this.page.getByRole('button', { name: t('orders.refund'), exact: true }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: t('orders.refund-whole', { amount }) }).check()
    await dialog.getByRole('radio', { name: t(`office.refund-${how}`) }).check()
    await dialog.getByRole('radio', { name: t(`office.refund-reason-${reason}`) }).check()
    await dialog.getByRole('button', { name: t('orders.refund-do', { amount }) }).click()
  }

  /** Closing the page cancels its pending requests, which is not an error. */
  async close() {
    await closeQuietly(this.page.context())
  }
}

/** Expects that the picture was fetched and decoded. */
export async function expectLoaded(image: Locator) {
  await expect(image).toBeVisible()
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeGreaterThan(500)
}

/** Closes a context and ignores errors of its pending requests. */
export async function closeQuietly(context: BrowserContext) {
  context.removeAllListeners('console')
  context.removeAllListeners('weberror')
  await context.close()
}
