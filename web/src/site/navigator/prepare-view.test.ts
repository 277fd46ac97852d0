import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SessionCache } from '../session/session-cache.ts'
import { readCart } from '../cart/cart-slot.ts'
import { cartOf, lampItem, samplePage } from '../testing/samples.ts'
import { prepareView, rememberSite } from './prepare-view.ts'

const agents: { programs: string[]; people: string[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../internal/platform/httpd/testdata/user-agents.json'), 'utf8'),
)

const { site } = samplePage({ id: 'home', path: '/' })

afterEach(() => vi.unstubAllGlobals())

/** The result of opening a page whose data the server cannot provide. */
async function comesTo(path: string, agent: string) {
  const said = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  vi.stubGlobal(
    'fetch',
    async (asked: string) => new Response('{}', { status: asked.includes('messages.json') ? 200 : 500 }),
  )
  rememberSite('en', site)
  const prepared = await prepareView(new SessionCache(), new URL(path, 'https://temple.example'))
  said.mockRestore()
  expect(console.error).toHaveBeenCalled()
  // A parallel request may fail a moment later.
  await new Promise((later) => setTimeout(later, 20))
  vi.mocked(console.error).mockClear()
  vi.mocked(console.warn).mockClear()
  return prepared?.route.id
}

describe.each(['/event', '/member/profile', '/about-us/history'])('the error page for %s', (path) => {
  it.each(agents.programs)('the error page is not shown to a bot that runs scripts: %s', async (agent) => {
    expect(await comesTo(path, agent)).toBeUndefined()
  })

  it.each(agents.people)('the error page is shown to a person: %s', async (agent) => {
    expect(await comesTo(path, agent)).toBe('error')
  })
})

/** Goes to the cart's page, and says what is known of the cart then. */
async function comesToCart(answer: () => Response) {
  vi.stubGlobal('fetch', async (asked: string) => (asked.includes('_payload.json') ? answer() : new Response('{}')))
  rememberSite('en', site)
  const cache = new SessionCache()
  const prepared = await prepareView(cache, new URL('/cart', 'https://temple.example'))
  vi.mocked(console.warn).mockClear() // its messages
  return { id: prepared?.page.id, cart: readCart(cache) }
}

describe('the cart of a page', () => {
  it('is known before the page is shown', async () => {
    const cart = cartOf(lampItem)
    expect(await comesToCart(() => Response.json({ route: 'cart___en', data: cart }))).toEqual({
      id: 'cart',
      cart: { status: 'ready', cart },
    })
  })

  it('is called unreachable when nobody answers', async () => {
    const shown = await comesToCart(() => {
      throw new TypeError('failed to fetch')
    })
    expect(shown).toEqual({ id: 'cart', cart: { status: 'unreachable' } })
    vi.mocked(console.error).mockClear()
  })
})
