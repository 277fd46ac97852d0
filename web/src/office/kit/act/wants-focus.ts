/** A ref callback for the element that is focused when its <Dialog> opens; React's autoFocus would run too early. */
export function wantsFocus(element: Element | null | undefined): void {
  element?.setAttribute('autofocus', '')
}
