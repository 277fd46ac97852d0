import { readSession, writeSession } from '../../lib/tab-storage.ts'

const name = 'shanmen.reload'
const life = 10_000

/**
 * Reloads the URL from the server, at most once in ten seconds; false if that was just done, or if storage is
 * unavailable to remember it, because a page must not reload forever.
 */
export function reloadOnce(url: string): boolean {
  const now = Date.now()
  if (now - Number(readSession(name) ?? 0) < life) return false
  if (!writeSession(name, String(now))) return false
  location.assign(url)
  // For the same URL with another fragment, location.assign would not reload.
  if (url.split('#')[0] === location.href.split('#')[0]) location.reload()
  return true
}
