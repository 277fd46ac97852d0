import { matchPath } from '../router/route.ts'

/**
 * Turns plain clicks on links to the site's pages into client-side navigation, wherever the link is (also in texts of
 * the office). `target`, `download` and `data-reload` leave a link to the browser. Returns the function that stops it.
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

/** Whether a path may be an old address with a redirect. Files, the office and API paths are left to the browser. */
function mayHaveMoved(pathname: string): boolean {
  return !/\.\w+$|^\/(api|admin|assets|builds|demo|_i18n)(\/|$)/.test(pathname)
}
