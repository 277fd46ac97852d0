/** Local storage that is closed (private windows, full disks) counts as empty. */
export function readDevice(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function writeDevice(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Losing it costs a choice of how things are shown, nothing typed.
  }
}
