import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll } from './test.ts'

/** Expects no horizontal scrolling at the current and the given screen widths. */
export async function expectNothingOver(page: Page, where: string, ...widths: number[]) {
  const own = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: own?.height ?? 900 })
    await expectNoSidewaysScroll(page, `${where}, ${width} wide`)
  }
  if (own) await page.setViewportSize(own)
  await expectNoSidewaysScroll(page, where)
}
