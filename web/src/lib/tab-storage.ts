/** Session storage that is closed (private windows, full disks) counts as empty. */
export function readSession(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

export function writeSession(name: string, value: string): void {
  try {
    sessionStorage.setItem(name, value)
  } catch {
    // Losing it costs a scroll position or when a page was reloaded, nothing typed.
  }
}
