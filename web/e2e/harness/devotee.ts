import { expect, type Page } from '@playwright/test'
import { answered } from './calls.ts'
import { hydrated } from './follow.ts'
import { bankScreenshot, type PictureFile } from './pictures.ts'
import type { Program } from './program.ts'
import type { Locale, Words } from './words.ts'

export type Person = { name: string; chineseName: string; mobile: string; email: string; password: string }

export const price = 'S$88.00'
export const priceInCents = 8800

const lamp = { en: { title: 'Blessing lamp', family: 'Family' }, zh: { title: '光明灯', family: '合家灯' } }

let devotees = 0

/** A person unknown to the temple. */
export function newcomer(chineseName = '陈𠮷䶮'): Person {
  // Numbers start at 8100: 800x is never a mobile number.
  const number = String(100 + (process.pid % 700)) + String(++devotees).padStart(4, '0')
  return {
    name: 'Tan Bee Leng',
    chineseName,
    mobile: `+65 8${number.slice(0, 3)} ${number.slice(3)}`,
    email: `devotee-${number}@example.org`,
    password: 'three-lotus-lamps',
  }
}

/** The first link of an e-mail. */
export function linkIn(text: string): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error(`no link in: ${text}`)
  return link
}

/** A devotee's actions on the public pages, found by the visible texts. */
export class Devotee {
  readonly page: Page
  readonly #program: Program
  readonly #t: Words
  readonly #locale: Locale
  readonly #href: (path: string) => string
  readonly #amount: string

  /** `amount` is the total of the order as shown on screens. */
  constructor(page: Page, program: Program, locale: Locale, t: Words, href: (path: string) => string, amount = price) {
    this.#amount = amount
    this.page = page
    this.#program = program
    this.#t = t
    this.#locale = locale
    this.#href = href
  }

  heading(name: string | RegExp) {
    return this.page.getByRole('heading', { name })
  }

  /** Goes from home to the offerings and to the lamp. */
  async findLamp() {
    const { page } = this
    await page.goto(this.#href('/'))
    await page.getByRole('link', { name: this.#t('home.offer'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForURL(`**${this.#href('/blessing-service')}`)
    await page.getByRole('link', { name: lamp[this.#locale].title, exact: true }).first().click()
    await page.waitForURL(`**${this.#href('/blessing-service/light-lamp')}`)
    await expect(page.getByRole('heading', { level: 1, name: lamp[this.#locale].title })).toBeVisible()
  }

  /** Fills in the lamp for a family with two names, one with characters that few fonts have. */
  async fillLamp() {
    const { page } = this
    const t = this.#t
    await hydrated(page)
    await page.getByRole('radio', { name: new RegExp(`^${lamp[this.#locale].family}`) }).check()
    const person = (number: number) => page.getByRole('listitem', { name: t('form.person-title', { number }) })
    const chinese = this.#locale === 'en' ? 'Chinese name' : '中文姓名'
    const english = this.#locale === 'en' ? 'English name' : '英文姓名'
    await person(1).getByLabel(chinese).fill('陈𠮷䶮')
    await page.getByRole('button', { name: t('form.add-person') }).click()
    await person(2).getByLabel(english).fill('Tan Bee Leng')
  }

  /** Adds to the cart, which is then shown. */
  async addToCart() {
    const { page } = this
    await page.getByRole('button', { name: this.#t('offering.add') }).click()
    await page.waitForURL(`**${this.#href('/cart')}`)
    await expect(page.getByRole('heading', { level: 1, name: this.#t('cart.title') })).toBeVisible()
    await this.expectLampInCart()
  }

  async expectLampInCart() {
    const main = this.page.getByRole('main')
    await expect(main.getByText('陈𠮷䶮', { exact: true }).first()).toBeVisible()
    await expect(main.getByText('Tan Bee Leng', { exact: true }).first()).toBeVisible()
    await expect(main.getByText(price).first()).toBeVisible()
  }

  toCheckout() {
    return this.page.getByRole('link', { name: this.#t('cart.names-right') }).click()
  }

  async register(person: Person) {
    const { page } = this
    const t = this.#t
    await page.locator('#name').fill(person.name)
    await page.locator('#chineseName').fill(person.chineseName)
    await page.getByLabel(t('common.field.mobile')).fill(person.mobile)
    await page.getByLabel(t('member.email')).fill(person.email)
    await page.getByLabel(t('member.password'), { exact: true }).fill(person.password)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: t('common.send-code') }).click()
    await expect(this.heading(t('member.code-title'))).toBeVisible()
  }

  async giveCode(person: Person) {
    await this.page.getByLabel(this.#t('member.code'), { exact: true }).fill(await this.#program.smsCode(person.mobile))
  }

  /** Opens the registration e-mail's link in its own tab, and presses the button there. */
  async confirmAddress(person: Person) {
    const t = this.#t
    const mail = await this.#program.mailbox.mailTo(person.email, t('mail.confirm-address.subject'))
    const tab = await this.page.context().newPage()
    await tab.goto(linkIn(mail.text))
    await expect(tab).toHaveURL(new RegExp(`${this.#href('/member/confirm')}$`)) // the ticket is no longer in the address bar
    await tab.getByRole('button', { name: t('member.confirm-address-button') }).click()
    await expect(tab.getByText(t('member.confirm-address-done', { email: person.email }))).toBeVisible()
    await answered(tab) // closing would cancel pending requests, which counts as an error
    await tab.close()
  }

  async logIn(identifier: string, password: string) {
    const { page } = this
    const t = this.#t
    await hydrated(page)
    await page.getByLabel(t('member.identifier')).fill(identifier)
    await page.getByLabel(t('member.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: t('common.login'), exact: true }).click()
  }

  async choosePayNow() {
    await this.page.getByRole('radio', { name: new RegExp(`^${this.#t('checkout.pay-now')}`) }).check()
  }

  async chooseCash() {
    await this.page.getByRole('radio', { name: new RegExp(`^${this.#t('checkout.cash')}`) }).check()
  }

  /** The QR code, shown since PayNow was chosen, and the reference printed beside it. */
  async showQR(): Promise<string> {
    await expect(this.qrCode()).toBeVisible()
    return this.reference()
  }

  qrCode() {
    return this.page.getByRole('img', { name: this.#t('checkout.qr-alt', { amount: this.#amount }) })
  }

  /** The payment reference on the page: ten characters without 0, O, 1, I and L. */
  async reference(): Promise<string> {
    const found = this.page.getByRole('main').getByText(/^[2-9A-HJKMNP-Z]{10}$/)
    return (await found.first().textContent()) ?? ''
  }

  picture(reference: string): Promise<PictureFile> {
    return bankScreenshot(this.page.context(), this.#amount, reference)
  }

  choosePicture(file: PictureFile) {
    return this.page.locator('input[type=file]').setInputFiles(file)
  }

  pictureArrived() {
    return expect(this.page.getByText(this.#t('checkout.picture-arrived', { count: 1 }))).toBeVisible({
      timeout: 60_000,
    })
  }

  /** The amount due is filled in as the transferred amount. */
  async expectAmount() {
    const field = this.page.getByLabel(this.#t('checkout.amount'))
    await expect(field).toHaveValue(this.#amount.replace(/[^\d.]/g, ''))
  }

  /** Goes through the PayNow checkout up to the last button, and returns the reference. */
  async transfer(): Promise<string> {
    await this.choosePayNow()
    const reference = await this.showQR()
    await this.choosePicture(await this.picture(reference))
    await this.pictureArrived()
    await this.expectAmount()
    return reference
  }

  payButton() {
    return this.page.getByRole('button', { name: this.#t('checkout.send'), exact: true })
  }

  /** Expands the history of the order. */
  openHistory() {
    return this.page.locator('summary', { hasText: this.#t('invoice.timeline-title') }).click()
  }

  async expectStatus(situation: string) {
    await this.page.waitForURL(`**${this.#href('/transaction/status')}**`)
    await expect(this.heading(this.#t(`invoice.status-${situation}-title`))).toBeVisible()
  }
}
