// The service worker of the public pages. Its only purpose is to show an offline page when a page is opened without a
// connection: phone number, opening hours, and recently viewed orders, which the pages store and delete. Nothing else is
// cached: no price is ever read from a cache.
'use strict'

const store = 'shanmen-offline'
const ordersKey = '/offline/orders'
const pages = ['/offline', '/zh/offline']
const day = 24 * 60 * 60 * 1000

const fetchPages = async () => {
  const cache = await caches.open(store)
  await cache.addAll(pages.map((path) => new Request(path, { cache: 'reload' })))
}

/** Updates the offline page once a day, while there is a connection. */
const refresh = async () => {
  const cache = await caches.open(store)
  const kept = await cache.match(pages[0])
  if (!kept || Date.now() - Date.parse(kept.headers.get('date') ?? '') > day) await fetchPages()
}

const escape = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const orderLines = async (cache) => {
  const kept = await cache.match(ordersKey)
  if (!kept) return ''
  const { lang, orders, at } = await kept.json()
  // Older than any session, whose validity cannot be checked offline.
  if (!(Date.now() - at < 30 * day)) return ''
  return orders
    .map(
      ({ number, href, says }) =>
        `<li><a href="${escape(href)}">${escape(number)}</a> <span lang="${escape(lang)}">${escape(says)}</span></li>`,
    )
    .join('')
}

const offline = async (url) => {
  const cache = await caches.open(store)
  const kept = await cache.match(/^\/zh(\/|$)/.test(url.pathname) ? pages[1] : pages[0])
  if (!kept) return Response.error()
  const lines = await orderLines(cache)
  const html = (await kept.text()).replace(/<!--orders-->(.*?)<!--\/orders-->/s, (_, section) =>
    lines ? section.replace('<ul></ul>', () => `<ul>${lines}</ul>`) : '',
  )
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': kept.headers.get('content-security-policy') ?? "default-src 'none'",
    },
  })
}

addEventListener('install', (event) => event.waitUntil(fetchPages().then(() => skipWaiting())))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.mode !== 'navigate' || request.method !== 'GET' || url.origin !== location.origin) return
  if (/^\/(admin|api|demo)(\/|$)/.test(url.pathname)) return
  event.respondWith(fetch(request).catch(() => offline(url)))
})

addEventListener('message', (event) => event.waitUntil(refresh().catch(() => {})))
