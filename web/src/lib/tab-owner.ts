import { readSession, writeSession } from './tab-storage.ts'

const name = 'shanmen.owner'

// Scroll positions and the time of the last reload are not personal.
const kept = ['shanmen.scroll', 'shanmen.reload']

/** Deletes what the user typed from the tab's storage, as on logout. */
export function forgetTyped(): void {
  try {
    for (const one of Object.keys(sessionStorage))
      if (one.startsWith('shanmen.') && !kept.includes(one)) sessionStorage.removeItem(one)
  } catch {
    // Unavailable storage contains nothing.
  }
}

/**
 * Records which user is logged in in this tab, and deletes what another user typed in it; true if there was another
 * one. After an expired session, the same user still finds their input.
 */
export function ownTab(user: string): boolean {
  const before = readSession(name)
  if (before === user) return false
  if (before) forgetTyped()
  writeSession(name, user)
  return before !== null
}
