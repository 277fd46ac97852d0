/** An order as the page without a connection lists it: no price, which might have changed. */
type KeptOrder = { number: string; href: string; says: string }

/** Starts the service worker that shows the temple's own page when there is no connection; without it all works the same. */
export function startOffline(): void {
  navigator.serviceWorker
    ?.register('/sw.js')
    .then(({ active }) => active?.postMessage({}, []))
    .catch(() => {}) // a private window, or a browser that keeps nothing
}

/** Keeps the orders that were looked at for when there is no connection. */
export function keepOrdersOffline(lang: string, orders: readonly KeptOrder[]): void {
  navigator.serviceWorker?.controller?.postMessage({ lang, orders })
}

/** Takes the orders away, as at the end of a session. */
export function forgetOrdersOffline(): void {
  navigator.serviceWorker?.controller?.postMessage({ forget: true })
}
