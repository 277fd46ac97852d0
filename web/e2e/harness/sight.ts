import type { Page } from '@playwright/test'

/** A screen size, and the text size that its reader has chosen. */
export type Sight = { width: number; height: number; size: '1' | '2' | '3' }

/** Sets screen and text size; the text size also applies to the following pages. */
export async function see(page: Page, { width, height, size }: Sight): Promise<void> {
  await page.setViewportSize({ width, height })
  if (page.url() === 'about:blank') return
  await page.evaluate((chosen) => {
    document.documentElement.dataset.size = chosen
    localStorage.setItem('shanmen.size', chosen)
  }, size)
}
