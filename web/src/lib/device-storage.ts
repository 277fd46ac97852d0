/** Reads local storage; when it is unavailable (private windows, full disks) it counts as empty. */
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
    // Only a display setting is lost, nothing typed.
  }
}
