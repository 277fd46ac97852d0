import { readSession, writeSession } from './tab-storage.ts'

const name = 'shanmen.owner'

// Where pages were scrolled to and when one was loaded again tell nothing of a person.
const kept = ['shanmen.scroll', 'shanmen.reload']

/** Takes what a person typed out of the tab's storage, as at a logout. */
export function forgetTyped(): void {
  try {
    for (const one of Object.keys(sessionStorage))
      if (one.startsWith('shanmen.') && !kept.includes(one)) sessionStorage.removeItem(one)
  } catch {
    // A storage that is closed holds nothing.
  }
}

/**
 * Says who is logged in in this tab. What another person typed in it goes; true when there was another one. Whose
 * session has run out finds their words again after logging in.
 */
export function ownTab(user: string): boolean {
  const before = readSession(name)
  if (before === user) return false
  if (before) forgetTyped()
  writeSession(name, user)
  return before !== null
}
