import type { Page } from '@playwright/test'

/** A screen, and the size of the text that its reader has chosen. */
export type Sight = { width: number; height: number; size: '1' | '2' | '3' }

/** Shows the page as on another screen; the size of the text is kept for the pages that follow. */
export async function see(page: Page, { width, height, size }: Sight): Promise<void> {
  await page.setViewportSize({ width, height })
  if (page.url() === 'about:blank') return
  await page.evaluate((chosen) => {
    document.documentElement.dataset.size = chosen
    localStorage.setItem('shanmen.size', chosen)
  }, size)
}
