import { expect, type Locator, type Page } from '@playwright/test'
import { hydrated } from './follow.ts'

/** Presses Tab until the control has the focus, as a keyboard user does. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  await hydrated(page)
  let element = await control.elementHandle()
  for (let presses = 0; presses < 150; presses++) {
    const focus = await element?.evaluate(
      (one) => one.isConnected && (one === document.activeElement ? 'here' : 'elsewhere'),
    )
    if (focus === 'here') return
    if (!focus) element = await control.elementHandle() // React has replaced the element
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${control.toString()}`)
}

/** Reaches a field by Tab and replaces its content by typing. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

/** Reaches a control by Tab and presses a key. */
export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}
