const typed = 'textarea, select, input:not([type="radio"], [type="checkbox"], [type="file"])'

const typing = () => document.activeElement?.matches(`main :is(${typed})`) === true

/**
 * Marks the document while something is typed into the page, so that no bar lies over it (app.css). The mark goes after
 * the press that ends it: what is pressed must not be covered under the finger. Returns how to stop.
 */
export function watchTyping(): () => void {
  const root = document.documentElement
  let pressed = false
  const look = () => {
    if (typing()) root.dataset.typing = ''
    else if (!pressed) delete root.dataset.typing
  }
  const later = () => setTimeout(look)
  const down = () => {
    pressed = true
  }
  const up = () => {
    pressed = false
    later() // the click that comes after it still meets the page as it was
  }
  const listeners = [
    ['focusin', look],
    ['focusout', later],
    ['pointerdown', down],
    ['pointerup', up],
    ['pointercancel', up],
  ] as const
  for (const [name, listener] of listeners) addEventListener(name, listener, { capture: true })
  return () => {
    for (const [name, listener] of listeners) removeEventListener(name, listener, { capture: true })
    delete root.dataset.typing
  }
}
