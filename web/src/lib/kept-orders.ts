/** An order as the page without a connection lists it: no price, which might have changed. */
export type KeptOrder = { number: string; href: string; says: string }

// The service worker reads them here. The page itself writes: a page that was loaded past the worker has none to tell.
const store = 'shanmen-offline'
const address = '/offline/orders'

// One act after the other, so that what is forgotten is not written by an earlier one.
let last: Promise<unknown> = Promise.resolve()
const inTurn = (act: () => Promise<unknown>): Promise<unknown> => (last = last.then(act).catch(() => {})) // a browser that keeps nothing, or a private window

/** Keeps the orders that a member looked at, for when there is no connection. */
export function keepOrders(of: string, lang: string, orders: readonly KeptOrder[]): Promise<unknown> {
  return inTurn(async () => {
    const kept = await caches.open(store)
    await kept.put(address, new Response(JSON.stringify({ of, at: Date.now(), lang, orders })))
  })
}

/** Takes the orders away, unless they are those of the member who is logged in. */
export function forgetOrders(member?: string): Promise<unknown> {
  return inTurn(async () => {
    const kept = await caches.match(address, { cacheName: store })
    if (!kept) return
    const { of }: { of?: string } = await kept.json()
    if (!member || of !== member) await (await caches.open(store)).delete(address)
  })
}
