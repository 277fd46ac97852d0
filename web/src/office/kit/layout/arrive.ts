let field: HTMLElement | null = null

/** For the part of a long page that a link names behind #: it comes into sight, and its first field is ready. Once. */
export function arrive(name: string) {
  return (part: HTMLElement | null) => {
    const { location, history } = window
    if (!part || location.hash !== `#${name}`) return
    history.replaceState(history.state, '', location.pathname + location.search)
    part.scrollIntoView({ block: 'start' })
    field = part.querySelector<HTMLElement>('input, textarea')
    field?.focus({ preventScroll: true })
  }
}

/** Whether one stands in the field that a link led to: the heading of its page leaves the focus there. */
export const hasArrived = () => field !== null && document.activeElement === field
