import type { BrowserContext, Page, Request } from '@playwright/test'
import { until } from './until.ts'

type Calls = {
  /** Requests without an answer so far. */
  open: Set<Request>
  asked: string[]
  failed: string[]
}

const ofPage = new WeakMap<Page, Calls>()

/** Records from now on what each page of a browser context requests. */
export function watchCalls(context: BrowserContext): void {
  context.on('page', (page) => {
    const calls: Calls = { open: new Set(), asked: [], failed: [] }
    ofPage.set(page, calls)
    page.on('request', (request) => {
      calls.open.add(request)
      calls.asked.push(request.url())
    })
    page.on('requestfinished', (request) => calls.open.delete(request))
    page.on('requestfailed', (request) => calls.open.delete(request))
    page.on('response', (answer) => {
      const status = answer.status()
      // The redirect of /about-us to its first page, and a page that does not exist, are navigations, not API calls.
      const fine = (status >= 200 && status < 300) || status === 304 || answer.request().isNavigationRequest()
      if (!fine) calls.failed.push(`${status} ${answer.url()}`)
    })
  })
}

function callsOf(page: Page): Calls {
  const calls = ofPage.get(page)
  if (!calls) throw new Error('this page is not watched: pass its context to the fixture "watch"')
  return calls
}

/** Forgets the page's requests, since a new document begins. */
export function forgetCalls(page: Page): void {
  const calls = callsOf(page)
  calls.open.clear()
  calls.asked.length = 0
  calls.failed.length = 0
}

/** Waits until a hydrated page has received the answers to all its requests. */
export async function answered(page: Page): Promise<void> {
  const { open } = callsOf(page)
  let calm = 0
  await until(`answers to all that ${page.url()} asks for`, async () => {
    await page.evaluate(() => undefined) // an answer may trigger further requests
    calm = open.size === 0 ? calm + 1 : 0
    return calm === 2
  })
}

/** The URLs of other sites that the page requested. */
export function strangers(page: Page): string[] {
  const { origin } = new URL(page.url())
  return callsOf(page).asked.filter((address) => /^https?:/.test(address) && new URL(address).origin !== origin)
}

/** The page's requests that were answered with an error. */
export const failedCalls = (page: Page): string[] => [...callsOf(page).failed]
