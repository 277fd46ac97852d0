/** Whether "Stay logged in" is ticked in the uncontrolled login form. */
export function rememberTicked(): boolean {
  const box = document.getElementById('remember')
  return box instanceof HTMLInputElement && box.checked
}
