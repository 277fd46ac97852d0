/**
 * Keeps a framed page where it is: links within it still scroll, all others, and what would send
 * a form, only tell `onHeld`. A page that got away before anybody listened comes back to `address`.
 */
export function holdLinks(page: Window & typeof globalThis, address: string, onHeld: () => void): void {
  if (page.location.pathname !== address.replace(/\?.*/, '')) {
    page.location.replace(address)
    return
  }
  const hold = (event: Event) => {
    // The elements of a frame are of its own window's classes.
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
