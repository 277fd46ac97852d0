/** Registers the service worker that shows an offline page; without it everything else works the same. */
export function startOffline(): void {
  navigator.serviceWorker
    ?.register('/sw.js')
    .then(({ active }) => active?.postMessage({}, []))
    .catch(() => {}) // storage is unavailable, as in a private window
}
