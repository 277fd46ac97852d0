import './polyfills.ts'
import { renderToString } from 'react-dom/server'
import { App } from './site/shell/app.tsx'
import { startCart } from './site/cart/cart-slot.ts'
import { serverPage } from './site/navigator/page-map-server.ts'
import type { Payload } from './site/router/payload.tsx'
import { routeById } from './site/router/route.ts'
import { SessionCache } from './site/session/session-cache.ts'

const nowhere = { navigate: async () => {}, preload: () => {} }
const nothing = async () => {}

/** Renders a page payload (JSON) to the HTML inside <div id="root">. */
function render(json: string): string {
  const { messages, buildId: _, buildCheck: __, ...page }: Payload = JSON.parse(json)
  const route = routeById(page.id)
  if (!route) throw new Error(`no route ${page.id}`)
  const view = {
    route,
    page: { ...page, search: '' },
    Component: serverPage(page.id),
    arrival: 'first',
    hash: '',
    count: 0,
  } as const
  const cache = new SessionCache()
  startCart(cache, page)
  return renderToString(<App view={view} messages={messages} cache={cache} navigation={nowhere} reload={nothing} />)
}

Object.assign(globalThis, { __render: render })
