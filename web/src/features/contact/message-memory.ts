/** What was written to the temple, kept for the browser's tab until it has been sent. */
const name = 'shanmen.contact'

export function rememberMessage(message: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(message))
  } catch {
    // A storage that is closed costs this comfort only.
  }
}

export function recallMessage(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

export function forgetMessage(): void {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}
