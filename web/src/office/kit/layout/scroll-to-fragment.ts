let field: HTMLElement | null = null

/**
 * A ref callback for the part of a page that the URL's fragment names: it scrolls into view once and focuses its first
 * field.
 */
export function scrollToFragment(name: string) {
  return (part: HTMLElement | null) => {
    const { location, history } = window
    if (!part || location.hash !== `#${name}`) return
    history.replaceState(history.state, '', location.pathname + location.search)
    part.scrollIntoView({ block: 'start' })
    field = part.querySelector<HTMLElement>('input, textarea')
    field?.focus({ preventScroll: true })
  }
}

/** Whether the focus is in the field that a link led to, so that the page's heading must not take it. */
export const isFragmentFocused = () => field !== null && document.activeElement === field
