/**
 * From here on forms belong to the page. One that was sent before its code was here is sent now: the document's first
 * script kept it from leaving.
 */
export function replayEarlySubmit(): void {
  const root: HTMLElement & { pressed?: HTMLFormElement | undefined } = document.documentElement
  root.dataset.live = ''
  const { pressed } = root
  root.pressed = undefined
  // Behind what the page has to learn of fields that were filled in early.
  if (pressed?.isConnected) setTimeout(() => pressed.requestSubmit())
}
