type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * Tells React what somebody typed or chose before the page was taken over: without this it would be drawn away at the
 * next change. A control differs from its HTML exactly then. True when there was anything.
 */
export function adoptTyped(form: HTMLElement): boolean {
  let any = false
  for (const control of form.querySelectorAll<Control>('input,textarea')) {
    if (control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox')) {
      if (control.checked === control.defaultChecked || (control.type === 'radio' && !control.checked)) continue
      any = true
      control.checked = !control.checked
      control.click()
    } else if (control.value !== control.defaultValue) {
      any = true
      const typed = control.value
      const prototype = control instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
      // React keeps the last value that was assigned to the control itself, and tells of a change against that.
      control.value = control.defaultValue
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, typed)
      control.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  return any
}
