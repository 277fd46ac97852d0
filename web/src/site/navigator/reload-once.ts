import { readSession, writeSession } from '../../lib/tab-storage.ts'

const name = 'shanmen.reload'
const life = 10_000

/**
 * Loads the address from the server, at most once in ten seconds; false when that was just done, or when nothing would
 * remember that it was: no page reloads for ever.
 */
export function reloadOnce(url: string): boolean {
  const now = Date.now()
  if (now - Number(readSession(name) ?? 0) < life) return false
  if (!writeSession(name, String(now))) return false
  location.assign(url)
  // The same address with another fragment would stay on the page.
  if (url.split('#')[0] === location.href.split('#')[0]) location.reload()
  return true
}
