/** Session storage that is closed (private windows, full disks) counts as empty. */
export function readSession(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** Whether it is kept: read again, since some browsers take what they do not keep. null takes it out. */
export function writeSession(name: string, value: string | null): boolean {
  try {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, value)
  } catch {
    return false
  }
  return readSession(name) === value
}
