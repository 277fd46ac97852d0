import type { Page } from '@playwright/test'

/** Does something, and tells how long the page stood still at most until it was at rest. */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = []
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'longtask' })
    Object.assign(window, {
      longest: () => (tasks.push(...observer.takeRecords().map(({ duration }) => duration)), Math.max(0, ...tasks)),
    })
  })
  await act()
  return page.evaluate(async () => {
    await new Promise((done) => requestIdleCallback(done, { timeout: 2_000 }))
    return (window as unknown as { longest: () => number }).longest()
  })
}
