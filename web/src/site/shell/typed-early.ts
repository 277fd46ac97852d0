import { flushSync } from 'react-dom'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const controls = 'input, textarea, select'

/**
 * Records what is typed or chosen in the server's HTML before hydration. Returns a function that hands it to React,
 * which would otherwise overwrite it with its own state. Fields are found by id or name, because hydration may recreate
 * them or fill in an older draft.
 */
export function keepTypedEarly(root: HTMLElement): () => void {
  const kept = new Map<string, string | boolean>()
  const keep = (control: Control) => {
    const name = nameOf(control)
    // Re-inserted, so that the map is in order of the last change.
    kept.delete(name)
    kept.set(name, isTicked(control) ? control.checked : control.value)
  }
  const listen = ({ target }: Event) => {
    if (isControl(target)) keep(target)
  }
  for (const control of root.querySelectorAll<Control>(controls)) if (differs(control)) keep(control)
  root.addEventListener('input', listen, { capture: true })
  return () => {
    root.removeEventListener('input', listen, { capture: true })
    for (const [name, value] of kept) {
      const control = [...root.querySelectorAll<Control>(controls)].find((one) => nameOf(one) === name)
      // flushSync, because one change may depend on the state after the previous one.
      if (control) flushSync(() => hand(control, value))
    }
    kept.clear()
  }
}

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof Element && target.matches(controls)

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox')

/** Radio buttons are identified by their group's name. */
const nameOf = (control: Control) => control.id || `${control.name} ${control.type === 'radio' ? control.value : ''}`

function differs(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected && !option.defaultSelected && option.index > 0)
  if (control.type === 'hidden' || control.type === 'file') return false
  if (isTicked(control))
    return control.checked !== control.defaultChecked && (control.checked || control.type !== 'radio')
  return control.value !== control.defaultValue
}

function hand(control: Control, value: string | boolean) {
  if (typeof value === 'boolean') {
    if (!isTicked(control)) return
    control.checked = !value
    control.click()
  } else if (control instanceof HTMLSelectElement) {
    control.value = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (control.type !== 'file') {
    const { selectionStart, selectionEnd } = control
    const prototype = control instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
    // React remembers the last value assigned to the control, and only reports a change against it.
    control.value = value === '' ? ' ' : ''
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
    if (control === document.activeElement && selectionStart !== null)
      control.setSelectionRange(selectionStart, selectionEnd)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
