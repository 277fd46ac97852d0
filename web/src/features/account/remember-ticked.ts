/** Whether "Stay logged in" is ticked in the login's form, which keeps its fields itself. */
export function rememberTicked(): boolean {
  const box = document.getElementById('remember')
  return box instanceof HTMLInputElement && box.checked
}
