import type { Page } from '@playwright/test'

/** Performs an action, and returns how long the page was blocked at most until it settled. */
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
