/** Session storage that is closed (private windows, full disks) counts as empty. */
export function readSession(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** Whether it is kept: read again, since some browsers take what they do not keep. Losing it costs a scroll position. */
export function writeSession(name: string, value: string): boolean {
  try {
    sessionStorage.setItem(name, value)
  } catch {
    return false
  }
  return readSession(name) === value
}
