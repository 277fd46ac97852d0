/**
 * Keeps a framed page in place: links within it scroll; other links and form submissions only call `onHeld`. A page
 * that navigated before the listener was attached returns to `address`.
 */
export function holdLinks(page: Window & typeof globalThis, address: string, onHeld: () => void): void {
  if (page.location.pathname !== address.replace(/\?.*/, '')) {
    page.location.replace(address)
    return
  }
  const hold = (event: Event) => {
    // Elements in a frame are instances of that window's classes, so instanceof does not work.
    const at = event.target as Element | null
    const link = at?.closest?.('a[href]')
    const leads = link !== null && link !== undefined && !link.getAttribute('href')?.startsWith('#')
    if (!leads && !at?.closest?.('form button:not([type=button]), form input[type=submit]')) return
    event.preventDefault()
    event.stopPropagation()
    onHeld()
  }
  page.document.addEventListener('click', hold, true)
  page.document.addEventListener('auxclick', hold, true)
  // By Enter in a field, or by a script of the page.
  page.document.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
      onHeld()
    },
    true,
  )
}
