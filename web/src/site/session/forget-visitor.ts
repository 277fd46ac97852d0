import { forgetOrdersOffline } from './offline.ts'

// Where pages were scrolled to and when one was loaded again tell nothing of a person.
const kept = ['shanmen.scroll', 'shanmen.reload']

/** Takes what a person typed out of the tab's storage, as at the end of a session. */
export function forgetVisitor(): void {
  forgetOrdersOffline()
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith('shanmen.') && !kept.includes(name)) sessionStorage.removeItem(name)
  } catch {
    // A storage that is closed holds nothing.
  }
}
