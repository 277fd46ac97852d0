/** Puts the focus on the page's heading, where what was pressed has gone. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
