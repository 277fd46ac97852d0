import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserApp } from './app/browser-app.tsx'
import { addMessages } from './app/message-store.ts'
import { loadPageCode } from './app/page-map.ts'
import { rememberSite } from './app/prepare-view.ts'
import { readPayload } from './app/read-payload.ts'
import { routeById } from './page/route.ts'
import './styles/public.css'

const { messages, buildId, ...page } = readPayload(document)
const route = routeById(page.id)
const root = document.getElementById('root')
if (!route || !root) throw new Error(`cannot take over page ${page.id}`)

addMessages(page.locale, messages, route.ns)
rememberSite(page.locale, page.site)
const Component = await loadPageCode(page.id)
const first = { route, page: { ...page, search: '' }, Component, arrival: 'first', hash: '', count: 0 } as const
const app = <BrowserApp first={first} buildId={buildId} />
// The server sends an empty root when it could not render the page.
if (root.hasChildNodes()) hydrateRoot(root, app, { onRecoverableError: console.error })
else createRoot(root).render(app)
