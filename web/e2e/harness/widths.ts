import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll } from './test.ts'

/** Nothing hangs over the right edge on screens as wide as these, nor on the one that the page is on. */
export async function expectNothingOver(page: Page, where: string, ...widths: number[]) {
  const own = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: own?.height ?? 900 })
    await expectNoSidewaysScroll(page, `${where}, ${width} wide`)
  }
  if (own) await page.setViewportSize(own)
  await expectNoSidewaysScroll(page, where)
}
