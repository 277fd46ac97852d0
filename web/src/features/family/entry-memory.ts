/** What is being written about a person, kept for the browser's tab until it is saved or given up. */
const prefix = 'shanmen.family.'

export function rememberEntry(name: string, entry: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(entry))
  } catch {
    // A storage that is closed costs this comfort only.
  }
}

export function recallEntry(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

export function forgetEntry(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name)
  } catch {
    // Nothing was kept.
  }
}
