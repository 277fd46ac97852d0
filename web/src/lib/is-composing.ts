/**
 * Whether a key belongs to an input method. Safari tells of the Enter that chooses a word after the composition has ended,
 * with the number 229 in place of the key's.
 */
export function isComposing(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- Safari says it in no other way
  return event.isComposing || event.keyCode === 229
}
