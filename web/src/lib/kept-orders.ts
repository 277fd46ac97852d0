/** An order as the offline page lists it: without a price, which might have changed. */
export type KeptOrder = { number: string; href: string; says: string }

// The cache that the service worker reads. The page writes it directly, since a page loaded without the worker cannot
// message it.
const store = 'shanmen-offline'
const address = '/offline/orders'

// Runs operations one after another, so that an earlier write cannot finish after a delete.
let last: Promise<unknown> = Promise.resolve()
const inTurn = (act: () => Promise<unknown>): Promise<unknown> => (last = last.then(act).catch(() => {})) // storage is unavailable, as in a private window

/** Stores the orders that a member has viewed, for the offline page. */
export function keepOrders(of: string, lang: string, orders: readonly KeptOrder[]): Promise<unknown> {
  return inTurn(async () => {
    const kept = await caches.open(store)
    await kept.put(address, new Response(JSON.stringify({ of, at: Date.now(), lang, orders })))
  })
}

/** Deletes stored orders, unless they belong to the member who is logged in. */
export function forgetOrders(member?: string): Promise<unknown> {
  return inTurn(async () => {
    const kept = await caches.match(address, { cacheName: store })
    if (!kept) return
    const { of }: { of?: string } = await kept.json()
    if (!member || of !== member) await (await caches.open(store)).delete(address)
  })
}
