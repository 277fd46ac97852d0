/** Starts the service worker that shows the temple's own page when there is no connection; without it all works the same. */
export function startOffline(): void {
  navigator.serviceWorker
    ?.register('/sw.js')
    .then(({ active }) => active?.postMessage({}, []))
    .catch(() => {}) // a private window, or a browser that keeps nothing
}
