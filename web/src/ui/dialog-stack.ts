const listeners = new Set<() => void>()
let open: readonly HTMLDialogElement[] = []

function set(next: typeof open) {
  open = next
  for (const listener of listeners) listener()
}

/** Opens a modal dialog above all others; gives what is called once it is closed. */
export function openModal(dialog: HTMLDialogElement): () => void {
  if (!dialog.open) dialog.showModal()
  set([...open, dialog])
  return () => set(open.filter((other) => other !== dialog))
}

/** The topmost modal dialog: all else on the page is inert, and lies below it. */
export const topDialog = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  current: () => open.at(-1),
}
