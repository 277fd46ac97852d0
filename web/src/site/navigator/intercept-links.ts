import { matchPath } from '../router/route.ts'

/**
 * Turns plain clicks on links to the site's own pages into client navigation, wherever the link stands (also in text
 * from the office). `target`, `download` and `data-reload` leave a link to the browser. Returns the way back.
 */
export function interceptLinks(navigate: (url: string) => void): () => void {
  const onClick = (event: MouseEvent) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (
      !link ||
      (link.target && link.target !== '_self') ||
      link.hasAttribute('download') ||
      link.dataset.reload !== undefined
    )
      return
    if (link.origin !== location.origin || !(matchPath(link.pathname) || mayHaveMoved(link.pathname))) return
    event.preventDefault()
    navigate(link.href)
  }
  document.addEventListener('click', onClick)
  return () => document.removeEventListener('click', onClick)
}

/** An old address of a page, perhaps. Files, the office and what only the program asks for are the browser's. */
function mayHaveMoved(pathname: string): boolean {
  return !/\.\w+$|^\/(api|admin|assets|builds|demo|_i18n)(\/|$)/.test(pathname)
}
