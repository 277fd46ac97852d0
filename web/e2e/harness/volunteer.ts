import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { closeQuietly } from './office.ts'
import type { PictureFile } from './pictures.ts'
import type { Program } from './program.ts'
import { logIn, staffPassword } from './setup.ts'
import { wordsOf, type Locale, type Words } from './words.ts'

/** The display settings of an office user. */
export type Desk = { locale: Locale; width: number; largeText: boolean }

/** The number of Tab presses from the focused element to a control; negative when it comes before. */
function stopsTo(target: Element): number {
  const stops = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"], [contenteditable="true"]',
    ),
  ].filter((one) => !one.matches(':disabled') && one.tabIndex >= 0 && one.checkVisibility())
  const from = document.activeElement === document.body ? -1 : stops.indexOf(document.activeElement as HTMLElement)
  return stops.indexOf(target as HTMLElement) - from
}

/** An office user without a mouse: any pointer event fails the test. */
export class Volunteer {
  readonly page: Page
  readonly t: Words

  private constructor(page: Page, t: Words) {
    this.page = page
    this.t = t
  }

  static async open(
    browser: Browser,
    watch: (context: BrowserContext) => void,
    program: Program,
    role: 'editor' | 'admin',
    desk: Desk,
  ): Promise<Volunteer> {
    const context = await browser.newContext({
      baseURL: program.url,
      viewport: { width: desk.width, height: 900 },
      locale: desk.locale === 'en' ? 'en-SG' : 'zh-SG',
    })
    watch(context)
    await context.addInitScript((largeText: boolean) => {
      // A new tab starts with about:blank, which has no storage.
      if (largeText && location.protocol === 'http:') localStorage.setItem('shanmen.size', '3')
      addEventListener('pointerdown', () => console.error('a pointer was used'), true)
    }, desk.largeText)
    await logIn(context.request, `${role}@temple.example`, staffPassword)
    const volunteer = new Volunteer(await context.newPage(), wordsOf(desk.locale))
    await volunteer.page.goto('/admin/today')
    await expect(volunteer.page.locator('html')).toHaveAttribute('lang', desk.locale === 'zh' ? 'zh-Hans' : 'en-SG')
    return volunteer
  }

  button(key: string, values?: Record<string, string | number>) {
    return this.page.getByRole('button', { name: this.t(key, values), exact: true }).last()
  }

  /** A button whose text contains a time. */
  buttonAt(key: string) {
    const [before = '', after = ''] = this.t(key, { at: '|' }).split('|')
    return this.page.getByRole('button', { name: new RegExp(`^${before}.+${after}$`) }).last()
  }

  field(key: string) {
    const name = this.t(key).replaceAll(/[()?$]/g, String.raw`\$&`)
    return this.page.getByRole('textbox', { name: new RegExp(`^${name}( ?[(（].*)?$`) }).last()
  }

  /** Opens an area and skips its menu by the skip link. */
  async visit(path: string): Promise<void> {
    await this.page.goto(path)
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible()
    await this.page.keyboard.press('Tab')
    await expect(this.page.getByRole('link', { name: this.t('common.skip') })).toBeFocused()
    await this.page.keyboard.press('Enter')
  }

  /** Presses Tab or Shift+Tab until the control, or one of several such as radio buttons, has the focus. */
  async reach(control: Locator): Promise<void> {
    await expect(control.first()).toBeVisible()
    const has = () => control.evaluateAll((all) => all.includes(document.activeElement as HTMLElement))
    for (let tries = 0; tries < 40; tries++) {
      if (await has()) return
      const stops = await control.first().evaluate(stopsTo)
      const key = stops < 0 ? 'Shift+Tab' : 'Tab'
      // A group of radio buttons is one stop, so the count is inexact: go at most half of the way at once.
      for (let press = 0; press < Math.max(1, Math.abs(stops) >> 1); press++) await this.page.keyboard.press(key)
    }
    throw new Error(`Tab does not reach ${control.toString()}`)
  }

  async press(control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await expect(control).toBeEnabled()
    await this.reach(control)
    await this.page.keyboard.press(key)
  }

  /** Uses a toolbar button of a text editor: Tab to the toolbar, arrow keys to the button. */
  async tool(control: Locator): Promise<void> {
    await this.reach(this.page.getByRole('toolbar').locator('visible=true').first().locator('select'))
    const has = () => control.evaluate((one) => one === document.activeElement)
    for (let presses = 0; presses < 20 && !(await has()); presses++) await this.page.keyboard.press('ArrowRight')
    await expect(control).toBeFocused()
    await this.page.keyboard.press('Enter')
  }

  /** Replaces the content of a field by typing. */
  async type(control: Locator, text: string): Promise<void> {
    await this.reach(control)
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.insertText(text)
    await expect(control).toHaveValue(text)
  }

  /** Moves to the end of a text with several paragraphs and continues it. */
  async write(control: Locator, text: string): Promise<void> {
    await this.reach(control)
    await this.page.keyboard.press('ControlOrMeta+End')
    await this.page.keyboard.insertText(text)
    await expect(control).toContainText(text)
  }

  /** Types a day as people write it. */
  async day(control: Locator, day: string): Promise<void> {
    await this.reach(control)
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(day.split('-').toReversed().join('/'))
  }

  /** Ticks a box. */
  async tick(box: Locator): Promise<void> {
    if (!(await box.isChecked())) await this.press(box, 'Space')
    await expect(box).toBeChecked()
  }

  /** Chooses a radio button: Tab to the group, arrow keys to the button. */
  async choose(radio: Locator): Promise<void> {
    const name = await radio.getAttribute('name')
    const group = this.page.locator(`input[type=radio][name="${name}"]`)
    await this.reach(group)
    for (let presses = 0; presses < 30 && !(await radio.isChecked()); presses++)
      await this.page.keyboard.press(presses === 0 ? 'Space' : 'ArrowDown')
    await expect(radio).toBeChecked()
  }

  /** Chooses an option of a select by typing its beginning. */
  async select(list: Locator, label: string): Promise<void> {
    await this.reach(list)
    const says = () => list.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.label)
    await this.page.keyboard.press('Home')
    for (let presses = 0; presses < 60 && (await says()) !== label; presses++)
      await this.page.keyboard.press('ArrowDown')
    expect(await says()).toBe(label)
  }

  /** Chooses a file: Space on the field opens the system's file picker. */
  async file(control: Locator, file: PictureFile): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.press(control, 'Space')])
    await chooser.setFiles(file)
  }

  /** Waits until everything typed is saved in the draft. */
  async saved(): Promise<void> {
    const saved = new RegExp(`^${this.t('records.saved-at', { time: '.+' })}$`)
    await expect(this.page.getByText(saved).first()).toBeVisible()
  }

  /** Creates a record: its titles, and its URL key where it has one. */
  async make(kind: string, en: string, zh: string, key?: string): Promise<void> {
    await this.press(this.button(`records.new-${kind}`))
    await this.type(this.page.getByLabel(this.t('records.title-en')).last(), en)
    await this.type(this.page.getByLabel(this.t('records.title-zh')).last(), zh)
    if (key) await this.type(this.page.getByLabel(this.t('office.field.web-address')).last(), key)
    await this.press(this.button('records.new-do'))
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
  }

  async publish(): Promise<void> {
    await this.saved()
    await this.press(this.button('records.publish'))
    await this.press(this.button('records.publish-now'))
    await expect(this.page.getByText(this.t('records.published'))).toBeVisible()
  }

  async close(): Promise<void> {
    await closeQuietly(this.page.context())
  }
}
