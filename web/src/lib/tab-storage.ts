/** Reads session storage; when it is unavailable (private windows, full disks) it counts as empty. */
export function readSession(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/**
 * Writes session storage and returns whether the value was stored: it is read back, since some browsers silently drop
 * it. null removes it.
 */
export function writeSession(name: string, value: string | null): boolean {
  try {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, value)
  } catch {
    return false
  }
  return readSession(name) === value
}
