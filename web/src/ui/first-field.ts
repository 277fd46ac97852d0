const fields = ':is(input:not([type=hidden], [type=file]), select, textarea):enabled:not([hidden])'

/** The first field of a dialog: in a radio group, the checked button. */
function firstField(dialog: HTMLElement): HTMLElement | null {
  const first = dialog.querySelector<HTMLElement>(fields)
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return dialog.querySelector<HTMLElement>(`input[type=radio][name="${CSS.escape(first.name)}"]:checked`) ?? first
}

/**
 * Focuses the first field of an open dialog, unless an element in it asks for the focus. A field that renders later is
 * focused too, until the user presses a key or pointer. Returns the clean-up function.
 */
export function focusFirstField(dialog: HTMLElement): () => void {
  const stop = new AbortController()
  const put = () => {
    const field = firstField(dialog)
    if (!field) return
    if (!dialog.querySelector('[autofocus]')) field.focus()
    stop.abort()
  }
  const later = new MutationObserver(put)
  stop.signal.addEventListener('abort', () => later.disconnect())
  for (const type of ['keydown', 'pointerdown'])
    dialog.addEventListener(type, () => stop.abort(), { signal: stop.signal })
  later.observe(dialog, { childList: true, subtree: true })
  put()
  return () => stop.abort()
}
