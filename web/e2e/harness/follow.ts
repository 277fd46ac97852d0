import type { Page } from '@playwright/test'

/** Presses a link to an address of the site, as one in a text of the office, once the browser has taken the page over. */
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

/** Waits until React has hydrated the page: from then on a press and a key do what they should. */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => (history.state as { key?: string } | null)?.key)
}

/** Marks the document, once the browser has taken it over, to tell later whether another one has been loaded since. */
export async function mark(page: Page): Promise<() => Promise<boolean>> {
  await hydrated(page)
  await page.evaluate(() => {
    document.documentElement.dataset.marked = 'yes'
  })
  return () => page.evaluate(() => document.documentElement.dataset.marked !== 'yes')
}

/** Keeps the answer of an address back until what it returns is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const gate = new EventTarget()
  await page.route(address, async (route) => {
    await new Promise((open) => {
      gate.addEventListener('open', open)
    })
    await route.continue()
  })
  return () => void gate.dispatchEvent(new Event('open'))
}
