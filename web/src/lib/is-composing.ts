/**
 * Whether a key event belongs to an input method. Safari sends the Enter that confirms a word after the composition has
 * ended, with keyCode 229.
 */
export function isComposing(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- the only way in Safari
  return event.isComposing || event.keyCode === 229
}
