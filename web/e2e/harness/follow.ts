import type { Page } from '@playwright/test'

/** Clicks a link to a path of the site, like one in a text of the office, after hydration. */
export async function follow(page: Page, path: string) {
  await hydrated(page)
  await page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    document.body.append(link)
    link.click()
    link.remove()
  }, path)
}

/** Waits until React has hydrated the page, so that clicks and keys work. */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => (history.state as { key?: string } | null)?.key)
}

/** Marks the document after hydration, to find out later whether another document has been loaded. */
export async function mark(page: Page): Promise<() => Promise<boolean>> {
  await hydrated(page)
  await page.evaluate(() => {
    document.documentElement.dataset.marked = 'yes'
  })
  return () => page.evaluate(() => document.documentElement.dataset.marked !== 'yes')
}

/** Delays the response of a URL until the returned function is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let open: (() => void) | undefined
  // A promise, because the browser may ask only after the answers were released.
  const released = new Promise<void>((done) => {
    open = done
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return () => open?.()
}
