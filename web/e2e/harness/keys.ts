import { expect, type Locator, type Page } from '@playwright/test'
import { hydrated } from './follow.ts'

/** Presses Tab until the control has the focus, as somebody does who sees only names. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  await hydrated(page)
  let element = await control.elementHandle()
  for (let presses = 0; presses < 150; presses++) {
    const focus = await element?.evaluate(
      (one) => one.isConnected && (one === document.activeElement ? 'here' : 'elsewhere'),
    )
    if (focus === 'here') return
    if (!focus) element = await control.elementHandle() // it was drawn anew
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not come to ${control.toString()}`)
}

/** Comes to a field by Tab and types in place of what is in it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

/** Comes to a control by Tab and presses a key on it. */
export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}
