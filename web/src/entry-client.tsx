import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserApp } from './site/shell/browser-app.tsx'
import { cleanHtml } from './site/navigator/clean-html.ts'
import { startCart } from './site/cart/cart-slot.ts'
import { SessionCache } from './site/session/session-cache.ts'
import { LastResort } from './site/shell/last-resort.tsx'
import { ReplayEarly } from './site/shell/replay-early.tsx'
import { keepTypedEarly } from './site/shell/typed-early.ts'
import { addMessages } from './site/navigator/message-store.ts'
import { loadPageCode } from './site/navigator/page-map.ts'
import { rememberSite } from './site/navigator/prepare-view.ts'
import { readPayload } from './site/navigator/read-payload.ts'
import { reloadOnce } from './site/navigator/reload-once.ts'
import { hideAddress } from './site/navigator/secret-query.ts'
import { routeById } from './site/router/route.ts'
import './styles/public.css'

// First, because every request sends the current URL as its Referer.
hideAddress()
const { messages, buildId, buildCheck, ...page } = readPayload(document)
const route = routeById(page.id)
const root = document.getElementById('root')
if (!route || !root) throw new Error(`cannot take over page ${page.id}`)
// A browser that is too old keeps the server's page, which is readable and shows the phone number.
if (document.documentElement.dataset.js === undefined) throw new Error('this browser is too old for the pages')

addMessages(page.locale, messages, route.ns)
rememberSite(page.locale, page.site)
// The server marks a page that it could not render; then it sent plain HTML.
const plain = root.dataset.render === 'client'
try {
  const [Component, data] = await Promise.all([loadPageCode(page.id), plain ? cleanHtml(page.data) : page.data])
  const first = { route, page: { ...page, data, search: '' }, Component, arrival: 'first', hash: '', count: 0 } as const
  // In a separate task, because evaluating this code was already a long one.
  await new Promise((next) => setTimeout(next))
  const html = root.innerHTML
  // The server's HTML of a personal page is only a skeleton, so it is no fallback on errors.
  const serverHtml = plain || route.personal ? undefined : document.getElementById('page')?.innerHTML
  const handTyped = keepTypedEarly(root)
  const cache = new SessionCache()
  startCart(cache, page)
  const app = (
    <LastResort html={html}>
      <BrowserApp first={first} cache={cache} buildId={buildId} buildCheck={buildCheck} serverHtml={serverHtml} />
      <ReplayEarly handTyped={handTyped} />
    </LastResort>
  )
  if (plain) createRoot(root).render(app)
  // In a transition, so that the browser can handle input between chunks of work.
  else startTransition(() => void hydrateRoot(root, app, { onRecoverableError: console.error }))
  import('./site/shell/later.ts').then(({ startLater }) => startLater()).catch(console.warn)
} catch (error) {
  // The file of an older build is gone, or the network is down: the server's page stays, and is reloaded once.
  console.error(error)
  if (navigator.onLine) reloadOnce(location.href)
}
