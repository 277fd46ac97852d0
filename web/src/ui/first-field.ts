const fields = ':is(input:not([type=hidden], [type=file]), select, textarea):enabled:not([hidden])'

/** The field with which a person begins: of a group of radio buttons, the one that is chosen. */
function firstField(dialog: HTMLElement): HTMLElement | null {
  const first = dialog.querySelector<HTMLElement>(fields)
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return dialog.querySelector<HTMLElement>(`input[type=radio][name="${CSS.escape(first.name)}"]:checked`) ?? first
}

/**
 * Puts the focus of a dialog that has opened on its first field, where nothing in it asks for the focus. Fields that come
 * later get it too, until a key or a pointer was pressed there. Gives what ends that.
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
