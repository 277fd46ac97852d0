import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * A value that only the browser knows (the device, its features) and that does not change: `server` during server
 * rendering and hydration, so that both match, then the result of `read`. A number, a string or a boolean.
 */
export function useBrowser<Known extends string | number | boolean | undefined>(
  read: () => Known,
  server: Known,
): Known {
  return useSyncExternalStore(never, read, () => server)
}
