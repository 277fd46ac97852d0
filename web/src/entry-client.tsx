import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserApp } from './app/browser-app.tsx'
import { cleanHtml } from './app/clean-html.ts'
import { LastResort } from './app/last-resort.tsx'
import { addMessages } from './app/message-store.ts'
import { loadPageCode } from './app/page-map.ts'
import { rememberSite } from './app/prepare-view.ts'
import { readPayload } from './app/read-payload.ts'
import { reloadOnce } from './app/reload-once.ts'
import { hideAddress } from './app/secret-query.ts'
import { routeById } from './page/route.ts'
import './styles/public.css'

// Before anything is asked for: a request tells where it comes from.
hideAddress()
const { messages, buildId, buildCheck, ...page } = readPayload(document)
const route = routeById(page.id)
const root = document.getElementById('root')
if (!route || !root) throw new Error(`cannot take over page ${page.id}`)
// A browser below the floor keeps the server's page, which can be read and tells whom to call.
if (document.documentElement.dataset.js === undefined) throw new Error('this browser is too old for the pages')

addMessages(page.locale, messages, route.ns)
rememberSite(page.locale, page.site)
// The server says so when it could not render the page; what it sent is the same in plain.
const plain = root.dataset.render === 'client'
try {
  const [Component, data] = await Promise.all([loadPageCode(page.id), plain ? cleanHtml(page.data) : page.data])
  const first = { route, page: { ...page, data, search: '' }, Component, arrival: 'first', hash: '', count: 0 } as const
  // In a task of its own: reading all this code was a long one.
  await new Promise((next) => setTimeout(next))
  const html = root.innerHTML
  // The frame of a personal page tells nobody anything.
  const standing = plain || route.personal ? undefined : document.getElementById('page')?.innerHTML
  const app = (
    <LastResort html={html}>
      <BrowserApp first={first} buildId={buildId} buildCheck={buildCheck} standing={standing} />
    </LastResort>
  )
  if (plain) createRoot(root).render(app)
  // In pieces, between which the browser answers fingers and keys.
  else startTransition(() => void hydrateRoot(root, app, { onRecoverableError: console.error }))
} catch (error) {
  // The file of an older build is gone, or the network is: the server's page stands, and is loaded again once.
  console.error(error)
  if (navigator.onLine) reloadOnce(location.href)
}
