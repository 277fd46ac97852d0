import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * What only the browser knows (the device, what it can do), while its page lives the same: `server` on the server and at
 * the first paint, so that both draw the same, then what `read` says. A number, a string or a flag.
 */
export function useBrowser<Known extends string | number | boolean | undefined>(
  read: () => Known,
  server: Known,
): Known {
  return useSyncExternalStore(never, read, () => server)
}
