import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { movedTo } from './moved-to.ts'
import { interceptLinks } from './intercept-links.ts'

const navigate = vi.fn<(url: string) => void>()
let giveBack = () => {}

beforeEach(() => {
  giveBack = interceptLinks(navigate)
  // jsdom cannot navigate.
  document.addEventListener('click', stay)
})
afterEach(() => {
  giveBack()
  document.removeEventListener('click', stay)
  navigate.mockReset()
  vi.unstubAllGlobals()
})

function stay(event: Event) {
  event.preventDefault()
}

function click(attributes: string, event: MouseEventInit = {}): boolean {
  document.body.innerHTML = `<a ${attributes}><b>link</b></a>`
  document.querySelector('b')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...event }))
  return navigate.mock.calls.length > 0
}

describe('a click on a link', () => {
  it.each(['/event', '/zh/about-us/history?x=1#y', '/old-address', '/zh/old/address'])(
    'a click on a link to %s is handled by the site’s router',
    (path) => {
      expect(click(`href="${path}"`)).toBe(true)
      expect(navigate).toHaveBeenCalledWith(location.origin + path)
    },
  )

  it.each([
    'href="https://elsewhere.example/event"',
    'href="/admin"',
    'href="/admin/payments"',
    'href="/api/event/laba/calendar.ics"',
    'href="/files/statement.pdf"',
    'href="/history.html"',
    'href="/demo/outbox"',
    'href="/event" target="_blank"',
    'href="/event" download',
    'href="/event" data-reload',
    'href="mailto:temple@temple.example"',
  ])('a click on <a %s> is left to the browser', (attributes) => {
    expect(click(attributes)).toBe(false)
  })

  it('a click with a modifier key is left to the browser', () => {
    expect(click('href="/event"', { ctrlKey: true })).toBe(false)
    expect(click('href="/event"', { metaKey: true })).toBe(false)
    expect(click('href="/event"', { button: 1 })).toBe(false)
  })
})

function answer(status: number, body: unknown) {
  const fetched = vi.fn<typeof fetch>(async () => new Response(JSON.stringify(body), { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('a link to an address without a page', () => {
  const asked = new URL('/zh/old?x=1#y', location.href)

  it('a link to an old address follows the office’s redirect, with the fragment', async () => {
    const fetched = answer(200, { target: '/zh/event?x=1', status: 301 })
    expect((await movedTo(asked)).href).toBe(`${location.origin}/zh/event?x=1#y`)
    expect(fetched.mock.calls[0]?.[0]).toContain(`path=${encodeURIComponent('/zh/old?x=1')}`)
  })

  it('a redirect of an old address may leave the site', async () => {
    answer(200, { target: 'https://www.onemap.gov.sg/#map', external: true, status: 302 })
    expect((await movedTo(asked)).href).toBe('https://www.onemap.gov.sg/#map')
  })

  it('a link to an unknown address stays on it when there is no redirect or no answer', async () => {
    answer(200, { target: null })
    expect((await movedTo(asked)).href).toBe(asked.href)
    answer(500, { code: 'internal', title: 'x' })
    expect((await movedTo(asked)).href).toBe(asked.href)
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('offline')
    })
    expect((await movedTo(asked)).href).toBe(asked.href)
  })
})
