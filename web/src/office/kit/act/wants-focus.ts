/** A ref for the element of a <Dialog> that has the focus when it opens; React's autoFocus comes too early for that. */
export function wantsFocus(element: Element | null | undefined): void {
  element?.setAttribute('autofocus', '')
}
