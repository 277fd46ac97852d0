import { languageTag } from '../../i18n/messages.ts'
import { entryKey, recalledScroll } from './scroll-memory.ts'
import type { View } from './view.ts'

/** Brings document, scroll and focus to the page that has just been shown. */
export function arrive(view: View, title: string): void {
  document.documentElement.lang = languageTag[view.page.locale]
  document.title = title
  document.querySelector('meta[name=description]')?.setAttribute('content', view.page.meta.description)
  if (view.arrival === 'stay') return
  if (view.arrival === 'back') {
    focusQuietly(heading())
    restoreScroll(view.hash)
  } else if (!view.hash || !scrollToHash(view.hash)) {
    if (view.route.scroll) scrollTo({ top: 0, behavior: 'instant' })
    focusQuietly(heading())
  }
}

/** Scrolls to where the history entry on show was left; one that is new goes to its fragment, or to the top. */
export function restoreScroll(hash: string): void {
  const top = recalledScroll(entryKey())
  if (top !== undefined) scrollTo({ top, behavior: 'instant' })
  else if (!hash || !scrollToHash(hash)) scrollTo({ top: 0, behavior: 'instant' })
}

/** Scrolls to the element of a fragment and gives it the focus; false when there is none. */
export function scrollToHash(hash: string): boolean {
  const target = document.getElementById(decoded(hash))
  if (!target) return false
  // What is folded away is opened: an answer of the common questions is one.
  for (let box = target.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true
  target.scrollIntoView()
  focusQuietly(target)
  return true
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash // an address with a stray % is still an address
  }
}

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main')
}

/** Focus for those who listen, without scrolling. */
function focusQuietly(element: HTMLElement | null): void {
  if (!element) return
  if (!element.matches('a[href],button,input,select,textarea,[tabindex]')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
