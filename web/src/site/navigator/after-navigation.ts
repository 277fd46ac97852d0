import { languageTag } from '../../i18n/messages.ts'
import { entryKey, recalledScroll } from './scroll-memory.ts'
import type { View } from './view.ts'

/** Updates document title, scroll position and focus for the new page. */
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

/** Restores the scroll position of the current history entry; a new entry scrolls to its fragment, or to the top. */
export function restoreScroll(hash: string): void {
  const top = recalledScroll(entryKey())
  if (top !== undefined) scrollTo({ top, behavior: 'instant' })
  else if (!hash || !scrollToHash(hash)) scrollTo({ top: 0, behavior: 'instant' })
}

/** Scrolls to the element of a fragment and focuses it; false if there is none. */
export function scrollToHash(hash: string): boolean {
  const target = document.getElementById(decoded(hash))
  if (!target) return false
  // Expands collapsed elements around it, such as FAQ answers.
  for (let box = target.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true
  target.scrollIntoView()
  focusQuietly(target)
  return true
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash // a URL with a stray % is still valid
  }
}

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main')
}

/** Moves the focus for screen readers, without scrolling. */
function focusQuietly(element: HTMLElement | null): void {
  if (!element) return
  if (!element.matches('a[href],button,input,select,textarea,[tabindex]')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
